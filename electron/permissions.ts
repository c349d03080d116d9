import type { Session, WebContents } from 'electron';
import { consoleOrigin, consoleUrl } from './console-page.ts';
import { offerToOpen } from './external-link.ts';

/** The console may write to the clipboard; every other permission is denied. */
function isAllowed(permission: string, requester: string): boolean {
  return permission === 'clipboard-sanitized-write' && requester.startsWith(`${consoleOrigin}/`);
}

/** Denies camera, location, notifications, devices, every other permission, and downloads but the console's exports. */
export function guardSession(session: Session): void {
  session.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin));
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(isAllowed(permission, requestingUrl)),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    // The console exports texts that it has made itself. Electron then asks for a place, because no path is set.
    if (!item.getURL().startsWith(`blob:${consoleOrigin}/`)) event.preventDefault();
  });
}

/** Denies navigation, new windows and web views; offers to open links in the browser. */
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
