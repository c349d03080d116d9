/**
 * Schemes of the program's own. Chromium takes no new scheme over the DevTools protocol, so `app://console/x` is loaded
 * as `http://console.app.localhost/x`, a secure origin of its own too; the program sees its own addresses everywhere.
 */

/** @typedef {(request: Request) => Response | Promise<Response>} Handler */

/** @type {Map<string, Handler>} */
const handlers = new Map();

export const protocol = {
  registerSchemesAsPrivileged() {},
  /** @param {string} scheme @param {Handler} handler */
  handle: (scheme, handler) => void handlers.set(scheme, handler),
};

/** The address that Chromium loads. @param {string} url */
export function toLoaded(url) {
  const [, scheme, host, rest] = /^([a-z-]+):\/\/([^/]*)(.*)$/.exec(url) ?? [];
  return scheme !== undefined && handlers.has(scheme) ? `http://${host}.${scheme}.localhost${rest}` : url;
}

/** The address that the program knows. @param {string} url */
export function toKnown(url) {
  const [, host, scheme, rest] = /^http:\/\/([^/]+)\.([a-z-]+)\.localhost(.*)$/.exec(url) ?? [];
  return scheme !== undefined && handlers.has(scheme) ? `${scheme}://${host}${rest}` : url;
}

/** The origin of an address as the program knows it. @param {string} url */
export function knownOrigin(url) {
  const { protocol: scheme, host, origin } = new URL(toKnown(url));
  return handlers.has(scheme.slice(0, -1)) ? `${scheme}//${host}` : origin;
}

/** The handler for an address as the program knows it. @param {string} url */
export function handlerOf(url) {
  return handlers.get(new URL(url).protocol.slice(0, -1));
}

/** Which requests Chromium must hold back for {@link handlerOf} to answer. */
export function loadedPatterns() {
  return [...handlers.keys()].map((scheme) => ({ urlPattern: `http://*.${scheme}.localhost/*` }));
}
