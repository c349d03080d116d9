import { join } from 'node:path';
import { parse } from 'junit2json';
import { expect, test } from 'vitest';
import { signalledRun } from './signalled-run.ts';

async function verified(expectations: string, paths: readonly string[]) {
  const flags = ['--verify=expected.json', '--junit=report.xml'];
  const { folder, code, errors, read } = await signalledRun(flags, paths, { 'expected.json': expectations });
  const lines = errors.split('\n').filter((line) => !line.includes('users.json'));
  return { folder, code, lines, report: await read('report.xml') };
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
    '  Expected exactly 0 requests after "reads <Ada>" was met; 1 matched, with an error response.',
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
