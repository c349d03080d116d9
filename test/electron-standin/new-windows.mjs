/**
 * Tells about each window that the page wants to open, in place of opening it: a denied window never begins to load.
 * Put into pages as text.
 *
 * @param {(url: string) => void} tell
 */
export function divertNewWindows(tell) {
  const here = ['', '_self', '_parent', '_top'];
  window.open = (url = '') => {
    tell(new URL(url, document.baseURI).href);
    return null;
  };
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || here.includes(link.target)) return;
    event.preventDefault();
    tell(link.href);
  });
}
