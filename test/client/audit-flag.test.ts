import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parse } from 'junit2json';
import { expect, test } from 'vitest';
import { signalledRun } from './signalled-run.ts';

const root = join(import.meta.dirname, '../..');

async function audited(report: string, targets: readonly string[], ...more: readonly string[]) {
  const { code, errors, read } = await signalledRun(['--audit=error,warning', ...more, `--report=${report}`], targets);
  return { code, errors, report: (await read(report)) ?? '' };
}

test('--audit exits with 0 if no rule is broken, and writes the report as Markdown', async () => {
  const { code, errors, report } = await audited('audit.md', ['/users/42']);
  expect([code, errors]).toEqual([0, expect.stringContaining('Audit of 1 request: 0 of')]);
  expect(report).toMatch(/^# Client audit of .*\n\n.* passed, .* not exercised/);
});

test('--audit exits with 1 if a rule is broken, and writes the report as JUnit XML and as HTML', async () => {
  const faulty = ['/api/users?access_token=0123456789<b>'];
  const { code, errors, report } = await audited('audit.xml', faulty);
  expect([code, errors]).toEqual([1, expect.stringContaining('error secret-in-url (1 finding)')]);
  const suites = await parse(report);
  if (!suites || !('testsuite' in suites)) throw new Error('There is no suite');
  expect(suites.testsuite?.[0]).toMatchObject({ failures: 1, errors: 0 });
  const page = (await audited('audit.html', faulty)).report;
  expect([page.startsWith('<!doctype html>'), page.includes('<b>No secret is in a URL</b>')]).toEqual([true, true]);
  expect(page).toContain('href="https://www.rfc-editor.org/rfc/rfc9110#section-17.9"');
});

test('--scenes plays scenes against all clients and reports what each one found', async () => {
  const targets = ['/users/42', '/users/42'];
  const { code, errors } = await audited('audit.md', targets, '--scenes=retry-after,slow');
  expect(errors).toContain(
    'Scene retry-after: 2 requests, broken: before-retry-after.\nScene slow: no request met it.',
  );
  expect(code).toBe(1);
});

test('--scenes refuses an unknown scene in one sentence', async () => {
  const program = spawn(process.execPath, [
    join(root, 'dist/serve.cjs'),
    '--read-only',
    '--port=0',
    '--audit=all',
    '--scenes=slwo',
  ]);
  let errors = '';
  program.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const code = await new Promise((resolve) => program.once('close', resolve));
  expect([code, errors]).toEqual([2, 'There is no scene "slwo", but "slow".\n']);
});
