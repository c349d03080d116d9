import { expect, test } from 'vitest';
import { fileName } from '../../../server/export/file-name.ts';

test.each([
  ['User Information Service', 'User Information Service.json'],
  ['Nutzer – größer', 'Nutzer – größer.json'],
  ['../../.bashrc', 'bashrc.json'],
  ['..', 'export.json'],
  ['a/b\\c:d', 'a-b-c-d.json'],
  ['line\nbreak\u0000 and\u001b[31m', 'line-break- and-[31m.json'],
  ['invoice\u202enosj', 'invoice-nosj.json'],
  ['', 'export.json'],
  ['.hidden ', 'hidden.json'],
  ['CON', 'CON-.json'],
  ['x'.repeat(300), `${'x'.repeat(100)}.json`],
])('a file for %j is called %j', (title, name) => {
  expect(fileName(title, 'json')).toBe(name);
});
