/**
 * Reports each window that the page wants to open instead of opening it, so that a denied window never loads.
 * Injected into pages as text.
 *
 * @param {(url: string) => void} report
 */
export function divertNewWindows(report) {
  const here = ['', '_self', '_parent', '_top'];
  window.open = (url = '') => {
    report(new URL(url, document.baseURI).href);
    return null;
  };
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented || here.includes(link.target)) return;
    event.preventDefault();
    report(link.href);
  });
}
