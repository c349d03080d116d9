import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { problem } from '../../domain/basics/problem.ts';
import { httpResponse, problemResponse } from '../../message/http-response.ts';
import type { HttpContext } from '../connection/http-context.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const startPage = '/browser.html';

/** The build puts a hash of the content into the names of these files, so that the content of a name never changes. */
const hashedName = /-[\w-]{8}\.\w+$/;

/** Middleware that serves the built console. */
export function consoleAssets({ folder }: { readonly folder: string }) {
  const files = listConsoleFiles(folder);

  return async function consoleAssets(ctx: HttpContext): Promise<void> {
    const { path } = ctx.state.target;
    const name = path === '/' ? startPage : path;
    const file = files.get(name);
    if (file === undefined) {
      ctx.state.response = problemResponse(problem('not-found', 'The console has no file of that name.'));
      return;
    }
    const headers = {
      'Content-Type': mediaTypeOf(file),
      'Cache-Control': hashedName.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    ctx.state.response = httpResponse(200, headers, await readFile(file));
  };
}

/** The files of the built console by their request path. */
export type ConsoleFiles = ReadonlyMap<string, string>;

/** Lists the folder of the built console once, so that a request can only name a listed file and never a path. */
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
