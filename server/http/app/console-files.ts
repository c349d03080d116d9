/** The built console as files, and what a browser may do with them: alike in a tab and in the window of the desktop. */
import { readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The files of the console by the path that asks for them. */
export type ConsoleFiles = ReadonlyMap<string, string>;

/** Lists the folder of the built console once, so that a request can name one of its files and never a path. */
export function listConsoleFiles(folder: string): ConsoleFiles {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]),
  );
}

export function mediaTypeOf(file: string): string {
  return mediaTypes[extname(file)] ?? 'application/octet-stream';
}

/**
 * The Content-Security-Policy of the console's page: it runs and shows its own files and nothing else, and nobody embeds
 * it. `connect` says whom it may send requests to.
 */
export function contentSecurityPolicy(connect: "'self'" | "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
