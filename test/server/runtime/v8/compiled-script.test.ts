import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { CompiledScript } from '../../../../server/runtime/v8/compiled-script.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'answer.cjs');
  await writeFile(path, "exports.answer = () => require('node:path').basename(__filename) + 1;");
});

function resultOf(script: CompiledScript): string {
  return (script.run() as { answer: () => string }).answer();
}

function keep(): void {
  const script = new CompiledScript(path);
  script.run();
  script.store();
}

test('reuses the code that an earlier process compiled', () => {
  expect(new CompiledScript(path).isCached).toBe(false);
  keep();
  const again = new CompiledScript(path);
  expect(again.isCached).toBe(true);
  expect(resultOf(again)).toBe('answer.cjs1');
});

test('compiles a changed file again, even one of the same length', async () => {
  keep();
  await writeFile(path, (await readFile(path, 'utf8')).replace('+ 1', '+ 2'));
  const changed = new CompiledScript(path);
  expect(changed.isCached).toBe(false);
  expect(resultOf(changed)).toBe('answer.cjs2');
});

test('keeps the characters of a source beyond ASCII', async () => {
  await writeFile(path, "exports.answer = () => 'zwölf 😀';");
  keep();
  const again = new CompiledScript(path);
  expect(again.isCached).toBe(true);
  expect(resultOf(again)).toBe('zwölf 😀');
});

test('ignores a damaged cache', async () => {
  keep();
  const kept = await readFile(`${path}.cache`);
  for (const damaged of [kept.subarray(0, 40), Buffer.alloc(0), kept.fill(0, kept.length - 60)]) {
    await writeFile(`${path}.cache`, damaged);
    const script = new CompiledScript(path);
    expect(script.isCached).toBe(false);
    expect(resultOf(script)).toBe('answer.cjs1');
  }
});

test('ignores a missing folder', async () => {
  const script = new CompiledScript(path);
  await rm(folder, { recursive: true });
  script.store();
  expect(resultOf(script)).toBe('answer.cjs1');
});
