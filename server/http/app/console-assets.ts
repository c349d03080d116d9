import { readFile } from 'node:fs/promises';
import { problem } from '../../domain/basics/problem.ts';
import { edgeResponse, problemResponse } from '../../message/edge-response.ts';
import type { EdgeContext } from '../connection/edge-state.ts';
import { listConsoleFiles, mediaTypeOf } from './console-files.ts';

const startPage = '/browser.html';

/** The name that the build gives a file carries a hash of its content, so what is behind such a name never changes. */
const hashedName = /-[\w-]{8}\.\w+$/;

/** Serves the built console. The folder is listed once, so that a request can name one of its files and never a path. */
export function consoleAssets({ folder }: { readonly folder: string }) {
  const files = listConsoleFiles(folder);

  return async function consoleAssets(ctx: EdgeContext): Promise<void> {
    const { path } = ctx.state.target;
    const name = path === '/' ? startPage : path;
    const file = files.get(name);
    if (file === undefined) {
      ctx.state.answer = problemResponse(problem('not-found', 'The console has no file of that name.'));
      return;
    }
    const headers = {
      'Content-Type': mediaTypeOf(file),
      'Cache-Control': hashedName.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    };
    ctx.state.answer = edgeResponse(200, headers, await readFile(file));
  };
}
