import type { WebFrameMain } from 'electron';

/** The origin of the console's page: its own, so that neither a file nor a web page shares its rights. */
export const consoleOrigin = 'app://console';

export const consoleUrl = `${consoleOrigin}/desktop.html`;

/** True for the console itself, and not for a frame inside it, a foreign page or a frame that has gone. */
export function isConsole(frame: Pick<WebFrameMain, 'origin' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === consoleOrigin;
}
