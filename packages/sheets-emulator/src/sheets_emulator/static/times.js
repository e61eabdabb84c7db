// Times in UTC, as sheets tell them, by the reader's own clock.

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAY = 24 * 3600 * 1000;

// `18:20:33 UTC`, and `Tue 24 Nov 18:20 UTC` or with seconds or the year, where it is another day.
const TOLD = /\b(?:[A-Z][a-z]{2} (\d{1,2}) ([A-Z][a-z]{2}) (?:(\d{4}) )?)?(\d{2}):(\d{2})(?::(\d{2}))? UTC\b/g;
const BARE = /^(\d{2}):(\d{2}):(\d{2})$/; // in a column that is headed UTC

export function two(number) {
  return String(number).padStart(2, "0");
}

// A text whose times are in UTC, with the reader's in their place. Those without a date, or without
// a year, are the nearest to `now` (in milliseconds).
export function localTimes(text, now) {
  if (text === "UTC") return "time";
  const bare = BARE.exec(text);
  if (bare) return local(now, [], bare.slice(1));
  return text.replace(TOLD, (_, day, month, year, ...clock) => local(now, day ? [day, month, year] : [], clock.slice(0, 3)));
}

function local(now, [day, month, year], [hours, minutes, seconds]) {
  const today = new Date(now);
  const moment = new Date(now);
  if (day) moment.setUTCFullYear(year ?? today.getUTCFullYear(), MONTHS.indexOf(month), day);
  moment.setUTCHours(hours, minutes, seconds ?? 0, 0);
  // A date is told of what is to come.
  if (day && !year) nearest(moment, now - 60 * DAY, now + 300 * DAY, (step) => moment.setUTCFullYear(moment.getUTCFullYear() + step));
  if (!day) nearest(moment, now - DAY / 2, now + DAY / 2, (step) => moment.setUTCDate(moment.getUTCDate() + step));
  const clock = [moment.getHours(), moment.getMinutes(), ...(seconds === undefined ? [] : [moment.getSeconds()])];
  const shown = clock.map(two).join(":");
  if (!day) return shown;
  return `${DAYS[moment.getDay()]} ${moment.getDate()} ${MONTHS[moment.getMonth()]} ${year ? `${moment.getFullYear()} ` : ""}${shown}`;
}

function nearest(moment, first, last, move) {
  if (moment > last) move(-1);
  else if (moment < first) move(1);
}
