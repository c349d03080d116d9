/**
 * Writes the type declarations of the package's entries: only the files that they reach, each once for ES modules and
 * once for CommonJS, because TypeScript reads a declaration in the module system of its extension.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Failure, reason, run, tool } from './project.mjs';

/** The path in `from './x.ts'` or `import('./x.ts')`. */
const reference = /(?<=(?:from |import\()["'])(\.[^"']+)\.ts(?=["'])/g;

/**
 * @param {string} project the compiler's project
 * @param {readonly string[]} entries paths of declarations in its output, without the extension
 * @param {string} folder
 */
export async function writeDeclarations(project, entries, folder) {
  mkdirSync(folder, { recursive: true });
  const all = mkdtempSync(join(folder, '.all-'));
  try {
    const { ok, output } = await run(process.execPath, [tool('typescript/bin/tsc'), '-p', project, '--outDir', all]);
    if (!ok) throw new Failure(reason(output));
    const reached = new Set(entries);
    for (const path of reached) {
      const text = readFileSync(join(all, `${path}.d.ts`), 'utf8');
      for (const [, found = ''] of text.matchAll(reference)) reached.add(normalize(join(dirname(path), found)));
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, `${path}.d.ts`), text.replaceAll(reference, '$1.js'));
      writeFileSync(join(folder, `${path}.d.cts`), text.replaceAll(reference, '$1.cjs'));
    }
  } finally {
    rmSync(all, { recursive: true, force: true });
  }
}
