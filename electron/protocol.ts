import { protocol } from 'electron';
import { listConsoleFiles } from '../server/shell.ts';
import { consoleOrigin } from './console-page.ts';
import { consoleResponse } from './console-response.ts';

const scheme = new URL(consoleOrigin).protocol.slice(0, -1);

/** Declares the console's scheme as secure as https. Must run before the app is ready. */
export function declareConsoleScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true, codeCache: true } }]);
}

/** Serves the folder of the built console under its own origin. */
export function serveConsole(folder: string): void {
  const files = listConsoleFiles(folder);
  protocol.handle(scheme, (request) => consoleResponse(files, request));
}
