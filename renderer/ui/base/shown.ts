/** The first element that matches and can be seen; views that are hidden stay in the page. */
export function firstShown(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
}
