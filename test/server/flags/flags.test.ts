import { expect, test } from 'vitest';
import { accept } from '../../../server/domain/basics/result.ts';
import { type FlagName, flagTable, variableOf } from '../../../server/flags/flag-table.ts';
import { type Flags, parseCommandLine } from '../../../server/flags/flags.ts';

const defaults: Flags = {
  workspace: undefined,
  readOnly: false,
  scenario: undefined,
  share: undefined,
  port: undefined,
  host: undefined,
  tls: undefined,
  allowedHosts: [],
  fixturesOnly: false,
  upstream: undefined,
  upstreamMode: 'missing',
  consolePort: undefined,
  consoleHost: undefined,
  token: undefined,
  keepToken: false,
  console: true,
  verify: undefined,
  junit: undefined,
  audit: undefined,
  report: undefined,
  scenes: undefined,
  quiet: false,
};

function flagsOf(words: readonly string[], env: Record<string, string> = {}): Flags | string {
  const parsed = parseCommandLine(words, env);
  if (!parsed.ok) return parsed.problem;
  return parsed.value.kind === 'serve' ? parsed.value.flags : parsed.value.kind;
}

test('reads flags in any order, after the word serve, mcp or none', () => {
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
    ...defaults,
    workspace: 'a b.json',
    port: 0,
    consolePort: 4012,
    verify: 'expected.json',
    console: false,
    quiet: true,
  };
  expect(flagsOf(words)).toEqual(expected);
  expect(flagsOf(['serve', ...words])).toEqual(expected);
  expect(parseCommandLine(['mcp', ...words])).toEqual(accept({ kind: 'mcp', flags: expected }));
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
  [['--allow-host', 'mock:4010'], 'mock:4010'],
  [['--allow-host', ''], '--allow-host'],
  [['--bogus'], '--help'],
  [['--report', 'audit.xml'], '--audit'],
  [['--audit', 'all', '--report', 'audit.pdf'], 'audit.pdf'],
  [['--scenes', 'all'], '--audit'],
  [['--audit', 'all', '--scenes', ''], '--scenes'],
  [['--audit', 'lost-updat'], 'but lost-update is'],
])('refuses %j in one sentence that names the fault', (words, named) => {
  const flags = parseCommandLine(words);
  expect(flags.ok).toBe(false);
  const sentence = flags.ok ? '' : flags.problem;
  expect(sentence).toContain(named);
  expect(sentence).not.toContain('\n');
  expect(sentence.endsWith('.')).toBe(true);
});

test('--help, -h and --version win over the other flags', () => {
  expect(flagsOf(['--port', '0', '--help'])).toBe('help');
  expect(flagsOf(['serve', '-h'])).toBe('help');
  expect(flagsOf(['--version'])).toBe('version');
});

test('--share takes the address of a Redis, whose password may be in a variable, and never shows it', () => {
  const share = (url: string, env = {}) => {
    const flags = parseCommandLine(['--share', url], env);
    return flags.ok && 'flags' in flags.value ? flags.value.flags.share : flags;
  };
  const password = { MOCK_API_CONSOLE_SHARE_PASSWORD: 'secret' };
  const address = { url: 'rediss://host:6380/2', username: 'me' };
  expect(share('rediss://me:p%40ss@host:6380/2', password)).toEqual({ ...address, password: 'p@ss' });
  expect(share('rediss://me@host:6380/2', password)).toEqual({ ...address, password: 'secret' });
  for (const wrong of ['host:6379', 'http://:secret@host', 'redis://:secret@host/x', 'redis://:secret@host?a=b']) {
    const refused = share(wrong);
    expect(refused).toMatchObject({ ok: false, problem: expect.stringContaining('--share takes an address') });
    expect(JSON.stringify(refused)).not.toContain('secret');
  }
});

test('--share refuses what needs parts that are not shared', () => {
  const wanted = [
    ['--audit', 'all', '--scenes', 'slow'],
    ['--upstream', 'http://a'],
  ];
  for (const flags of wanted) {
    expect(parseCommandLine(['--share', 'redis://redis', ...flags])).toMatchObject({
      ok: false,
      problem: expect.stringContaining('cannot be used with --share'),
    });
  }
});

test('a certificate needs its key, and each flag of HTTPS turns it on', () => {
  expect(flagsOf(['--tls-cert=c.pem'])).toBe('--tls-cert needs --tls-key, which names its private key.');
  expect(flagsOf(['--tls-key=k.pem'])).toBe('--tls-key needs --tls-cert, which names the certificate.');
  expect(flagsOf(['--tls-port=70000'])).toBe('--tls-port takes a whole number from 0 to 65535, not "70000".');
  expect(flagsOf(['--tls-port=0'])).toEqual({ ...defaults, tls: { port: 0, files: undefined } });
  expect(flagsOf(['--tls-cert='])).toBe('--tls-cert needs a value that is not empty.');
});

test('--allow-host can be repeated', () => {
  expect(flagsOf(['--allow-host', 'mock', '--allow-host=mock.test'])).toEqual({
    ...defaults,
    allowedHosts: ['mock', 'mock.test'],
  });
});

const variables: Readonly<Record<Exclude<FlagName, 'help' | 'version'>, readonly [text: string, Partial<Flags>]>> = {
  workspace: ['a.json', { workspace: 'a.json' }],
  'read-only': ['true', { readOnly: true }],
  scenario: ['Slow', { scenario: 'Slow' }],
  share: ['redis://redis', { share: { url: 'redis://redis', username: undefined, password: undefined } }],
  port: ['0', { port: 0 }],
  host: ['0.0.0.0', { host: '0.0.0.0' }],
  tls: ['true', { tls: { port: undefined, files: undefined } }],
  'tls-port': ['8443', { tls: { port: 8443, files: undefined } }],
  'tls-cert': ['c.pem', { tls: { port: undefined, files: { certificate: 'c.pem', key: 'k.pem' } } }],
  'tls-key': ['k.pem', { tls: { port: undefined, files: { certificate: 'c.pem', key: 'k.pem' } } }],
  'allow-host': ['mock, mock.test', { allowedHosts: ['mock', 'mock.test'] }],
  'fixtures-only': ['1', { fixturesOnly: true }],
  upstream: ['https://api.test/v2', { upstream: 'https://api.test/v2' }],
  'upstream-mode': ['all', { upstreamMode: 'all', upstream: 'http://127.0.0.1' }],
  'console-port': ['1', { consolePort: 1 }],
  'console-host': ['::', { consoleHost: '::' }],
  token: ['t', { token: 't' }],
  'keep-token': ['true', { keepToken: true }],
  'no-console': ['TRUE', { console: false }],
  verify: ['e.json', { verify: 'e.json' }],
  junit: ['r.xml', { junit: 'r.xml', verify: 'e.json' }],
  audit: ['error', { audit: 'error' }],
  report: ['a.md', { report: 'a.md', audit: 'all' }],
  scenes: ['slow, weak-tags', { scenes: ['slow', 'weak-tags'], audit: 'all' }],
  quiet: ['true', { quiet: true }],
};

test('every flag has an environment variable, and the flag wins over it', () => {
  const words = {
    junit: ['--verify=e.json'],
    'tls-cert': ['--tls-key=k.pem'],
    'tls-key': ['--tls-cert=c.pem'],
    report: ['--audit=all'],
    'upstream-mode': ['--upstream=http://127.0.0.1'],
    scenes: ['--audit=all'],
  } as Record<string, string[]>;
  for (const [name, [text, expected]] of Object.entries(variables)) {
    const variable = variableOf(name as FlagName) ?? '';
    expect(flagsOf(words[name] ?? [], { [variable]: text })).toEqual({ ...defaults, ...expected });
  }
  expect(Object.keys({ ...variables, help: 0, version: 0 }).toSorted()).toEqual(Object.keys(flagTable).toSorted());
  expect(flagsOf(['--port=2'], { MOCK_API_CONSOLE_PORT: '1' })).toEqual({ ...defaults, port: 2 });
});

test('an empty or false variable sets nothing, and a wrong one is named', () => {
  const env = { MOCK_API_CONSOLE_PORT: '', MOCK_API_CONSOLE_QUIET: 'false', MOCK_API_CONSOLE_TOKEN: '' };
  expect(flagsOf([], env)).toEqual(defaults);
  expect(flagsOf([], { MOCK_API_CONSOLE_PORT: 'x' })).toBe(
    'MOCK_API_CONSOLE_PORT takes a whole number from 0 to 65535, not "x".',
  );
  expect(flagsOf([], { MOCK_API_CONSOLE_QUIET: 'yes' })).toBe('MOCK_API_CONSOLE_QUIET takes true or false, not "yes".');
});

test('reads the names of scenes; all stands for every built-in one', () => {
  expect(flagsOf(['--audit=all', '--scenes=slow, weak-tags'])).toMatchObject({ scenes: ['slow', 'weak-tags'] });
  expect(flagsOf(['--audit=all', '--scenes=all'])).toMatchObject({ scenes: [] });
});
