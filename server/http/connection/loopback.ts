const authorityForm = /^((?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;
const loopbackName = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const originForm = /^https?:\/\/([^/]+)$/;

/**
 * The host name in an authority such as `Localhost:4010`, in lower case. Undefined for anything but a host with an optional
 * port, such as an empty text, a list, user information or a path.
 */
export function hostName(authority: string): string | undefined {
  return authorityForm.exec(authority)?.[1]?.toLowerCase().replace(/\.$/, '');
}

/** True for the names that always mean this machine (RFC 6761, 6.3, and the loopback addresses). */
export function isLoopbackName(name: string): boolean {
  return loopbackName.test(name);
}

/** True for the origin of a page from a server on this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  const name = hostName(originForm.exec(origin)?.[1] ?? '');
  return name !== undefined && isLoopbackName(name);
}
