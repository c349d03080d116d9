import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseCommandLine } from './command-line.mjs';

test('parseCommandLine reads the arguments that Playwright passes', () => {
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

test('parseCommandLine leaves the arguments after the program to the program', () => {
  const { program, switches } = parseCommandLine(['app', '--inspect', 'more']);
  expect(program).toBe(resolve('app'));
  expect(switches.size).toBe(0);
});

test('parseCommandLine takes port 9229 for --inspect without a port', () => {
  expect(parseCommandLine(['--inspect', 'app']).inspectorPort).toBe(9229);
});

test('parseCommandLine throws without a program', () => {
  expect(() => parseCommandLine(['--no-sandbox'])).toThrow('names no program');
});
