import { readFile } from 'node:fs/promises';
import { type ConsoleFiles, contentSecurityPolicy, mediaTypeOf } from '../server/host.ts';
import { consoleOrigin } from './console-page.ts';

// The page reaches its host through the preload script, so it may send no request at all.
const headers = {
  'Content-Security-Policy': contentSecurityPolicy("'none'"),
  'X-Content-Type-Options': 'nosniff',
};

/** Answers a request of the console's page: with one of its files, or not at all. */
export async function answerConsoleRequest(files: ConsoleFiles, request: Request): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET' } });
  const { protocol, host, pathname } = new URL(request.url);
  const file = `${protocol}//${host}` === consoleOrigin ? files.get(pathname) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers });
  return new Response(await readFile(file), { headers: { ...headers, 'Content-Type': mediaTypeOf(file) } });
}
