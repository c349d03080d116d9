/** The id of this console: it lasts as long as the tab or window, also when the page is reloaded. */
export function consoleId(storage: Pick<Storage, 'getItem' | 'setItem'>): string {
  try {
    const known = storage.getItem('console') ?? crypto.randomUUID();
    storage.setItem('console', known);
    return known;
  } catch {
    // Storage may be forbidden; then a reloaded page counts as another console.
    return crypto.randomUUID();
  }
}
