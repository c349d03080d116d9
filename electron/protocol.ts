import { protocol } from 'electron';
import { listConsoleFiles } from '../server/host.ts';
import { answerConsoleRequest } from './console-answer.ts';
import { consoleOrigin } from './console-page.ts';

const scheme = new URL(consoleOrigin).protocol.slice(0, -1);

/** Gives the console's scheme the rules of https. Must run before the app is ready. */
export function declareConsoleScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true, codeCache: true } }]);
}

/** Serves the console from a folder under its own origin. */
export function serveConsole(folder: string): void {
  const files = listConsoleFiles(folder);
  protocol.handle(scheme, (request) => answerConsoleRequest(files, request));
}
