import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { problem } from '../domain/problem.ts';
import { edgeAnswer, problemAnswer } from './edge-answer.ts';
import type { EdgeContext } from './edge-state.ts';

const startPage = '/browser.html';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The name that the build gives a file carries a hash of its content, so what is behind such a name never changes. */
const hashedName = /-[\w-]{8}\.\w+$/;

/** Serves the built console. The folder is listed once, so that a request can name one of its files and never a path. */
export function consoleAssets({ folder }: { readonly folder: string }) {
  const files = listFiles(folder);

  return async function consoleAssets(ctx: EdgeContext): Promise<void> {
    const { path } = ctx.state.target;
    const name = path === '/' ? startPage : path;
    const file = files.get(name);
    if (file === undefined) {
      ctx.state.answer = problemAnswer(problem('not-found', 'The console has no file of that name.'));
      return;
    }
    const headers = {
      'Content-Type': mediaTypes[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': hashedName.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    ctx.state.answer = edgeAnswer(200, headers, await readFile(file));
  };
}

/** The files of a folder by the path that asks for them. */
function listFiles(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]),
  );
}
