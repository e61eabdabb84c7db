// What somebody chose in this browser. It may refuse to keep anything for a page: a choice then
// lasts as long as the page.

export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Then it is not kept.
  }
}
