import type { Session, WebContents } from 'electron';
import { consoleOrigin, consoleUrl } from './console-page.ts';
import { offerToOpen } from './external-link.ts';

/** The one thing that the console may do beyond showing itself: put an address or a command on the clipboard. */
function isAllowed(permission: string, requester: string): boolean {
  return permission === 'clipboard-sanitized-write' && requester.startsWith(`${consoleOrigin}/`);
}

/** Denies what pages may ask of the machine: camera, location, notifications, devices and the like. */
export function guardSession(session: Session): void {
  session.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin));
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(isAllowed(permission, requestingUrl)),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Keeps a window on the page that it was opened with. */
export function guardContents(contents: WebContents): void {
  contents.on('will-frame-navigate', (event) => {
    if (event.url.split('#', 1)[0] !== consoleUrl) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void offerToOpen(url);
    return { action: 'deny' };
  });
}
