// What changes one object to another: a JSON Merge Patch, to some depth. Below it values are given whole.

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// The object after a patch; the values that it does not change are the same as before.
export function patched(old, patch, depth) {
  const result = { ...old };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (depth > 1 && isObject(value) && isObject(old[key])) result[key] = patched(old[key], value, depth - 1);
    else result[key] = value;
  }
  return result;
}
