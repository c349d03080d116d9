import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { serve as serveFromSource } from '../../server/client/client.ts';

const root = join(import.meta.dirname, '../..');

/** The built client, which has the program beside it. */
const clientFile = pathToFileURL(join(root, 'dist/client.js')).href;

export const { serve } = (await import(clientFile)) as { readonly serve: typeof serveFromSource };

/**
 * Runs a module that may use `serve`, in a process of its own. `line` is its first line on stdout; `closed` resolves with
 * its exit code, or the signal, and stderr.
 */
export function runModule(text: string, cwd = root) {
  const source = `import { serve } from ${JSON.stringify(clientFile)};\n${text}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { cwd, stdio: 'pipe' });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  const closed = new Promise<{ readonly code: number | string | null; readonly errors: string }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code: code ?? signal, errors }));
  });
  const line = new Promise<string>((resolve) => {
    createInterface(child.stdout).once('line', resolve);
    void closed.then(({ errors }) => resolve(errors));
  });
  return { child, line, closed };
}
