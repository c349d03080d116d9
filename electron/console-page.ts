import type { WebFrameMain } from 'electron';

/** Origin of the console's page. No file and no web page shares it, nor its rights. */
export const consoleOrigin = 'app://console';

export const consoleUrl = `${consoleOrigin}/desktop.html`;

/** Whether a frame is the console itself; false for a frame inside it, a foreign page and a closed frame. */
export function isConsole(frame: Pick<WebFrameMain, 'origin' | 'parent'> | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === consoleOrigin;
}
