import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { consoleOrigin } from './console-page.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
};

/** The console's files by the path under which the page asks for them. */
export type ConsoleFiles = ReadonlyMap<string, string>;

/** Lists the files once, so that a request can name one of these and never a path. */
export function listConsoleFiles(folder: string): ConsoleFiles {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]),
  );
}

/** Answers a request of the console's page, with the policy that lets it load nothing but its own files. */
export async function answerConsoleRequest(files: ConsoleFiles, request: Request): Promise<Response> {
  if (request.method !== 'GET') return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET' } });
  const { protocol, host, pathname } = new URL(request.url);
  const file = `${protocol}//${host}` === consoleOrigin ? files.get(pathname) : undefined;
  if (file === undefined) return new Response(null, { status: 404, headers });
  const type = mediaTypes[extname(file)] ?? 'application/octet-stream';
  return new Response(await readFile(file), { headers: { ...headers, 'Content-Type': type } });
}
