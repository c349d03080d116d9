/** Tests the package as its users install it: with the published files and nothing else of this checkout. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
let folder: string;

/** A user's suite in TypeScript. The compiler must reject an unknown command and a wrong input. */
const suite = `
import { connect, MockConsoleError, serve, VerificationError } from 'mock-api-console/client';

const program = await serve({ workspace: 'users.json' });
const status = async () => (await fetch(program.mock + '/users/1')).status;
const before: number = await status();
const row = await program.client.call('users.setStatus', { userId: '1', status: 'inactive' });
const live: string | undefined = row.live?.['status']?.toString();
await program.client.expect({ path: '/users/{id}', count: { exactly: 2 } });
const after: number = await status();
const missed = await program.client.verify().catch((error: unknown) => error);
// @ts-expect-error there is no such command
const unknown = await program.client.call('users.set', {}).catch((error: unknown) => error);
// @ts-expect-error there is no such status
const invalid = await connect(program).call('users.setStatus', { userId: '1', status: 'x' }).catch((error: unknown) => error);
const notes = program.notes.map((note) => note.trim());
await program.stop();
const codes = [unknown, invalid].map((error) => (error instanceof MockConsoleError ? error.code : null));
console.log(JSON.stringify({ before, live, after, missed: missed instanceof VerificationError, codes, notes }));
`;

const script = (text: string) => text.replaceAll(/: (number|string \| undefined|unknown)(?=[ )])/g, '');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-api-console-package-'));
  const installed = join(folder, 'node_modules/mock-api-console');
  const { files } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { files: string[] };
  for (const file of ['package.json', ...files]) {
    await mkdir(dirname(join(installed, file)), { recursive: true });
    await cp(join(root, file), join(installed, file), { recursive: true });
  }
  await writeFile(join(folder, 'users.json'), '[{"userId": "1", "name": "Ada", "status": "active"}]');
  await writeFile(
    join(folder, 'suite.mts'),
    `declare const console: { log(text: string): void };
declare const fetch: (url: string) => Promise<{ status: number }>;${suite}`,
  );
  await writeFile(join(folder, 'suite.mjs'), script(suite));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(['nodenext', 'preserve'])(
  'a suite in strict TypeScript compiles without other packages, module %s',
  async (module) => {
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2022', '--types', ''];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const args = [tsc, ...options, '--module', module, 'suite.mts'];
    const { stdout } = await run(process.execPath, args, { cwd: folder }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  },
);

test('the suite starts, controls and stops the program', async () => {
  const { stdout } = await run(process.execPath, ['suite.mjs'], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    before: 200,
    live: 'inactive',
    after: 404,
    missed: true,
    codes: ['unknown-command', 'bad-request'],
    notes: ['Read-only: users.json was imported (JSON array) and stays as it is, so changes are not saved.'],
  });
});
