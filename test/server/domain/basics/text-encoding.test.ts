import { isUtf8 } from 'node:buffer';
import { expect, test } from 'vitest';
import { encodingNote, encodingOf, windowsText } from '../../../../server/domain/basics/text-encoding.ts';

const of = (bytes: readonly number[], name = 'a.json') => encodingOf(Buffer.from(bytes), name, isUtf8);

test('a file is UTF-16 by its first two bytes, else UTF-8', () => {
  expect([of([0xff, 0xfe]), of([0xfe, 0xff, 0xfc])]).toEqual(['utf-16le', 'utf-16be']);
  expect([of([]), of([0x61]), of([0xef, 0xbb, 0xbf, 0x61]), of([0x61, 0xff, 0xfe])]).toEqual([
    'utf-8',
    'utf-8',
    'utf-8',
    undefined,
  ]);
});

test('a table that is neither has the code page of Windows, unless it is binary', () => {
  const names = ['a.csv', 'a.TSV', 'a.txt', 'a.json', 'a.csvx', 'csv'];
  expect(names.filter((name) => of([0x61, 0xe9], name) === 'windows-1252')).toEqual(names.slice(0, 3));
  expect([of([0xe9, 0], 'a.csv'), of([0x61], 'a.csv')]).toEqual([undefined, 'utf-8']);
});

test('only a guess has a note', () => {
  expect([encodingNote('utf-8'), encodingNote('utf-16le'), encodingNote(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(encodingNote('windows-1252')).toContain('Windows-1252');
});

test('bytes that were read as ISO 8859-1 become the characters of Windows-1252', () => {
  const all = Buffer.from(Uint8Array.from({ length: 256 }, (_, code) => code)).toString('latin1');
  const text = windowsText(all);
  expect(text.slice(0x80, 0xa0)).toBe('€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ');
  expect([text.slice(0, 0x80), text.slice(0xa0)]).toEqual([all.slice(0, 0x80), all.slice(0xa0)]);
  expect(windowsText(text)).toBe(text);
});
