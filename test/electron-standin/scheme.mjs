/**
 * Custom schemes of the program. The DevTools protocol cannot register schemes, so Chromium loads `app://console/x` as
 * `http://console.app.localhost/x`, which is a secure origin too. The program sees only its own URLs.
 */

/** @typedef {(request: Request) => Response | Promise<Response>} Handler */

/** @type {Map<string, Handler>} */
const handlers = new Map();

export const protocol = {
  registerSchemesAsPrivileged() {},
  /** @param {string} scheme @param {Handler} handler */
  handle: (scheme, handler) => void handlers.set(scheme, handler),
};

/** The URL that Chromium loads. @param {string} url */
export function toLoaded(url) {
  const [, scheme, host, rest] = /^([a-z-]+):\/\/([^/]*)(.*)$/.exec(url) ?? [];
  return scheme !== undefined && handlers.has(scheme) ? `http://${host}.${scheme}.localhost${rest}` : url;
}

/** The URL that the program sees. @param {string} url */
export function toKnown(url) {
  const [, host, scheme, rest] = /^http:\/\/([^/]+)\.([a-z-]+)\.localhost(.*)$/.exec(url) ?? [];
  return scheme !== undefined && handlers.has(scheme) ? `${scheme}://${host}${rest}` : url;
}

/** The origin of a URL as the program sees it. @param {string} url */
export function knownOrigin(url) {
  const { protocol: scheme, host, origin } = new URL(toKnown(url));
  return handlers.has(scheme.slice(0, -1)) ? `${scheme}//${host}` : origin;
}

/** The handler for a URL as the program sees it. @param {string} url */
export function handlerOf(url) {
  return handlers.get(new URL(url).protocol.slice(0, -1));
}

/** Patterns of the requests that Chromium must pause for {@link handlerOf}. */
export function loadedPatterns() {
  return [...handlers.keys()].map((scheme) => ({ urlPattern: `http://*.${scheme}.localhost/*` }));
}
