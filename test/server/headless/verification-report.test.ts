import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { reportVerification, verificationLines } from '../../../server/headless/verification-report.ts';
import { startMock, workspaceOf } from '../../support/running-mock.ts';

const users = workspaceOf({ users: { key: 'userId', records: [{ userId: '42', name: 'Ada', status: 'active' }] } });

async function reported(requests: readonly string[], junit?: (folder: string) => string) {
  const folder = await mkdtemp(join(tmpdir(), 'mock-api-console-'));
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await using mock = await startMock(users);
    await mock.host.call('expectations.set', { expectations: [{ name: 'reads', path: '/users/42' }] });
    for (const target of requests) await mock.send({ target });
    const file = junit?.(folder);
    const code = await reportVerification(mock.host, file);
    const output = written.mock.calls.map(([text]) => text).join('');
    return { code, output, report: file && (await readFile(file, 'utf8').catch(() => null)) };
  } finally {
    written.mockRestore();
    await rm(folder, { recursive: true });
  }
}

test('prints one line and exits with 0 if every expectation is met', async () => {
  expect(await reported(['/users/42'])).toMatchObject({ code: 0, output: '1 of 1 expectation met.\n' });
});

test('prints near misses, writes the JUnit file and exits with 1 if an expectation is not met', async () => {
  const { code, output, report } = await reported(['/users/7'], (folder) => join(folder, 'report.xml'));
  expect(code).toBe(1);
  expect(output.split('\n')).toEqual([
    '0 of 1 expectation met.',
    'Not met: reads',
    '  Expected at least 1 request; none matched.',
    '  request 1, GET /users/7, differs in 1 place:',
    '    /path: expected /users/42, got /users/7',
    '',
  ]);
  expect(report).toMatch(/<testcase name="reads" .*>\s*<failure/);
});

test('exits with 1 if the report cannot be written', async () => {
  const { code, output } = await reported(['/users/42'], (folder) => join(folder, 'nowhere', 'report.xml'));
  expect(code).toBe(1);
  expect(output).toMatch(/The report cannot be written to .*\.\n$/);
});

test('prints the differences of a near miss and its session', () => {
  const lines = verificationLines([
    {
      expectation: { name: 'reads', method: 'GET', session: 'one', count: { atLeast: 1 } },
      outcome: 'unknown',
      verdict: 'Expected at least 1 request; none matched.',
      matched: 0,
      failed: 0,
      unknown: 1,
      requests: [],
      matching: [],
      nearMisses: [
        { id: 7, method: 'GET', path: '/a', differences: [{ pointer: '/path', expected: '/b', got: '/a' }] },
      ],
    },
  ]);
  expect(lines).toEqual([
    '0 of 1 expectation met.',
    'Not known: reads (session one)',
    '  Expected at least 1 request; none matched.',
    '  request 7, GET /a, differs in 1 place:',
    '    /path: expected /b, got /a',
  ]);
});
