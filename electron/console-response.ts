import { readFile } from 'node:fs/promises';
import { type ConsoleFiles, contentSecurityPolicy, mediaTypeOf } from '../server/shell.ts';
import { consoleOrigin } from './console-page.ts';

// The page reaches the host through the preload script, so its policy forbids every connection.
const headers = {
  'Content-Security-Policy': contentSecurityPolicy("'none'"),
  'X-Content-Type-Options': 'nosniff',
};

/** Serves a file of the console to its page; 404 for every other address, 405 for every method but GET. */
export async function consoleResponse(files: ConsoleFiles, request: Request): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET' } });
  const { protocol, host, pathname } = new URL(request.url);
  const file = `${protocol}//${host}` === consoleOrigin ? files.get(pathname) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers });
  return new Response(await readFile(file), { headers: { ...headers, 'Content-Type': mediaTypeOf(file) } });
}
