import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseCommandLine } from './command-line.mjs';

test('the arguments of Playwright are understood', () => {
  const args = [
    '-r',
    'loader.js',
    '--no-sandbox',
    '--inspect=0',
    '--remote-debugging-port=0',
    '--user-data-dir=/a=b',
    '.',
  ];
  expect(parseCommandLine(args)).toEqual({
    preloads: [resolve('loader.js')],
    inspectorPort: 0,
    switches: new Map([
      ['no-sandbox', ''],
      ['remote-debugging-port', '0'],
      ['user-data-dir', '/a=b'],
    ]),
    program: process.cwd(),
  });
});

test('what follows the program is for the program', () => {
  const { program, switches } = parseCommandLine(['app', '--inspect', 'more']);
  expect(program).toBe(resolve('app'));
  expect(switches.size).toBe(0);
});

test('without an explicit port the debugger has its usual one', () => {
  expect(parseCommandLine(['--inspect', 'app']).inspectorPort).toBe(9229);
});

test('a command line without a program is refused', () => {
  expect(() => parseCommandLine(['--no-sandbox'])).toThrow('names no program');
});
