import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'junit2json';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');

/** Starts the program with one user, requests these paths and ends it with SIGTERM. */
async function verified(expectations: string, paths: readonly string[]) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'users.json'), '[{"userId": "42", "name": "Ada", "status": "active"}]');
  await writeFile(join(folder, 'expected.json'), expectations);
  const flags = ['--port=0', '--no-console', '--quiet', '--workspace=users.json', '--verify=expected.json'];
  const args = [join(root, 'dist/serve.cjs'), ...flags, '--junit=report.xml'];
  const program = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  program.stdout.setEncoding('utf8').once('data', async (line: string) => {
    const { mock } = JSON.parse(line.replace('ready ', '')) as { mock: string };
    for (const path of paths) await (await fetch(mock + path)).text();
    program.kill('SIGTERM');
  });
  const code = await new Promise((resolve) => program.once('close', resolve));
  const report = await readFile(join(folder, 'report.xml'), 'utf8').catch(() => null);
  return { folder, code, lines: errors.split('\n').filter((line) => !line.includes('users.json')), report };
}

const file = JSON.stringify({
  expectations: [
    { name: 'reads <Ada>', method: 'GET', path: '/users/42' },
    { name: 'reads nobody else', path: '/users/7', count: { exactly: 0 }, after: 'reads <Ada>' },
  ],
});

test('--verify exits with 0 if every expectation is met', async () => {
  const { code, lines } = await verified(file, ['/users/42']);
  expect(lines).toEqual(['2 of 2 expectations met.', '']);
  expect(code).toBe(0);
});

test('--verify exits with 1 and writes a valid JUnit file if an expectation is not met', async () => {
  const { code, lines, report } = await verified(file, ['/users/42', '/users/7']);
  expect(code).toBe(1);
  expect(lines).toEqual([
    '1 of 2 expectations met.',
    'Not met: reads nobody else',
    '  Expected exactly 0 requests after "reads <Ada>" was met; 1 matched.',
    '',
  ]);
  expect(await parse(report ?? '')).toMatchObject({
    testsuite: [
      {
        tests: 2,
        failures: 1,
        errors: 0,
        testcase: [{ name: 'reads <Ada>' }, { name: 'reads nobody else', failure: [{ type: 'not-met' }] }],
      },
    ],
  });
});

test('--verify exits with 2 before the start and names the place of the fault if the file is invalid', async () => {
  const { folder, code, lines, report } = await verified('{"expectations": [\n  {"path": "users"}\n]}', []);
  expect(code).toBe(2);
  expect(lines).toEqual([
    `${join(folder, 'expected.json')} cannot be used: Line 2, column 12 (/expectations/0/path): must be a path that begins with "/", but this is "users".`,
    '',
  ]);
  expect(report).toBeNull();
});
