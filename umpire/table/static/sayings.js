// What the dock says of a form: what its answer does, or what it lacks.

const HELD = { says: "Your answer is held.", more: "You may still change it, or lock it." };
const HELD_REPLY = /^held: (.*); change it( until .*?)?, or write lock(?:\. (.*))?$/s;
const HELD_INCOMPLETE = /^held, incomplete: (.*?[.!?])(?: Example: .*?\.(?= |$))?(?: (.*?))? ?Change it(?: until .*?)?\. It is: /s;
const SENT_LATER = "It is sent as soon as the connection is back.";
const KEPT = "You can send it as soon as the connection is back.";

const TOLD_LATER = "This page tells you when it is your turn.";

const NOTHING = { says: "", more: "" };

// While a change is being checked.
export const WAITING = { says: "Checking…", more: "" };

// `lacks` is the field that is to be filled in next, `told` what the preview tells of the form as it is,
// both or null.
export function whatToSay({ form, isTyped, isDone, lacks, whole, told }) {
  if (!form.isLive && (isTyped || whole !== "")) return { says: `${form.typed || whole} is kept here.`, more: form.isAnswered ? SENT_LATER : KEPT };
  if (isTyped) return { says: "What you typed will be sent.", more: "" };
  if (form.isSending) return { says: "Sending…", more: "" };
  if (form.isChecking && form.pressed) return { says: "Checking, then sending…", more: "" };
  if (form.isChecking && !lacks) return WAITING;
  if (form.canOnlyLock) return HELD;
  const { draft } = form;
  if (draft && (draft.say || draft.missing)) return inOrder(draft.say, draft.missing || draft.more);
  const more = told?.more ?? "";
  if (isDone) return more ? { says: more, more: "" } : { says: "Ready to send.", more: "" };
  if (form.asked.length === 0) return { says: form.isAsked ? "Type your answer." : TOLD_LATER, more: "" };
  if (whole === "" && form.tab.stage.question) return NOTHING; // the question has said it
  if (lacks) return { says: `Still missing: ${lacks.called}`, more };
  return { says: whole === "" ? "Nothing is filled in yet." : more, more: "" };
}

// What the umpire answered to what is held, in fewer words: there is a button to lock it, and a clock. Null
// for any other answer.
export function heldInShort(reply) {
  const [, lacks, otherwise = ""] = HELD_INCOMPLETE.exec(reply) ?? [];
  if (lacks) return { says: `Held. ${lacks}`, more: otherwise };
  const [, line, until, more = ""] = HELD_REPLY.exec(reply) ?? [];
  if (line === undefined) return null;
  const counts = until ? "It counts when the time is up, or now if you lock it." : "It counts once you lock it.";
  return { says: `Held: ${line}`, more: more || counts };
}

function inOrder(says, more) {
  return says ? { says, more } : { says: more, more: "" };
}
