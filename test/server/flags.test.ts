import { expect, test } from 'vitest';
import { parseFlags } from '../../server/flags.ts';

test('reads flags in any order, with or without the word serve', () => {
  const words = [
    '--port',
    '0',
    '--quiet',
    '--workspace=a b.json',
    '--console-port',
    '4012',
    '--no-console',
    '--verify',
    'expected.json',
  ];
  const expected = {
    workspace: 'a b.json',
    port: 0,
    consolePort: 4012,
    host: undefined,
    scenario: undefined,
    token: undefined,
    verify: 'expected.json',
    junit: undefined,
    console: false,
    quiet: true,
  };
  expect(parseFlags(words)).toEqual({ ok: true, value: expected });
  expect(parseFlags(['serve', ...words])).toEqual({ ok: true, value: expected });
});

test.each([
  [['--bogus'], '--bogus'],
  [['file.json'], 'file.json'],
  [['--port'], '--port'],
  [['--port', 'abc'], 'abc'],
  [['--port', '65536'], '65536'],
  [['--port', '-1'], '--port'],
  [['--console-port', '1.5'], '1.5'],
  [['--port', '1', '--port', '2'], 'twice'],
  [['--quiet=yes'], '--quiet'],
  [['--workspace', ''], '--workspace'],
  [['--token', 'a b'], '--token'],
  [['--verify', ''], '--verify'],
  [['--junit', 'report.xml'], '--verify'],
])('refuses %j in one sentence that names the fault', (words, named) => {
  const flags = parseFlags(words);
  expect(flags.ok).toBe(false);
  const sentence = flags.ok ? '' : flags.problem;
  expect(sentence).toContain(named);
  expect(sentence).not.toContain('\n');
  expect(sentence.endsWith('.')).toBe(true);
});
