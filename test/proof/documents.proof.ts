import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { exerciseDocument, type Paths } from '../support/exercise-document.ts';

/** Published example documents of OpenAPI and Swagger, among them copies of well-known ones. */
const folder = fileURLToPath(new URL('node_modules/@readme/oas-examples/', import.meta.url));

async function documents(): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true });
  return found.filter((name) => /^[23]\.[01]\/json\/.*\.json$/.test(name)).sort();
}

test('published documents become collections that can be created, listed and generated', async () => {
  const rows: string[] = [];
  let possible = 0;
  let answered = 0;
  const uncreatable: string[] = [];
  for (const name of await documents()) {
    const text = await readFile(`${folder}${name}`, 'utf8');
    const { paths = {} } = JSON.parse(text) as { paths?: Paths };
    const report = await exerciseDocument(text, name.replaceAll('/', '-'), paths);
    // The other documents show one feature of the format each, with operations such as POST /anything.
    if (report.collections.length === 0) continue;
    possible += report.possible.length;
    answered += report.answered.length;
    uncreatable.push(
      ...report.collections.filter((one) => !report.creatable.includes(one)).map((one) => `${name} ${one}`),
    );
    const share = `${report.answered.length}/${report.possible.length} of ${report.operations.length}`;
    rows.push(
      `${name}: ${share} operations, ${report.creatable.length}/${report.collections.length} collections created`,
    );
    rows.push(...report.failures.map((failure) => `    ${failure}`));
  }
  rows.push(`Together: ${answered}/${possible} operations of lists and records`);
  process.stdout.write(`${rows.join('\n')}\n`);
  expect(uncreatable).toEqual([]);
  expect(answered / possible).toBeGreaterThanOrEqual(0.6);
});
