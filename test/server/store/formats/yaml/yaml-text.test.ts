import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lexer, LineCounter, parse, parseDocument, stringify } from 'yaml';
import { finish } from '../../../../../server/domain/basics/work.ts';
import { parseYaml } from '../../../../../server/store/formats/yaml/yaml-text.ts';
import { arbitraryJson } from '../../../domain/json/arbitrary-json.ts';

function yamlValue(text: string) {
  const parsed = finish(parseYaml(text));
  if (!parsed.ok) throw new Error(parsed.problem.detail);
  return parsed.value.value;
}

function refusalOf(text: string): string {
  const parsed = finish(parseYaml(text));
  if (parsed.ok) throw new Error(`it was accepted: ${JSON.stringify(parsed.value).slice(0, 200)}`);
  expect(parsed.problem.type).toBe('/problems/invalid-workspace');
  return parsed.problem.detail;
}

test('reads back written YAML and JSON', () => {
  fc.assert(
    fc.property(arbitraryJson, (value) => {
      const json = JSON.stringify(value);
      expect(JSON.stringify(yamlValue(json))).toBe(json);
      expect(JSON.stringify(yamlValue(stringify(value, { lineWidth: 0, blockQuote: false })))).toBe(json);
    }),
  );
});

test('uses the types of YAML 1.2 for every declared version', () => {
  const text = 'on: yes\n200: 0x1F\ndate: 2024-02-01\nnone: ~\nempty:\ntag: !!binary aGk=\nbool: true\n';
  const value = { on: 'yes', 200: 31, date: '2024-02-01', none: null, empty: null, tag: 'aGk=', bool: true };
  expect(yamlValue(text)).toEqual(value);
  expect(yamlValue(`%YAML 1.1\n---\n${text}`)).toEqual(value);
});

test('resolves aliases and merge keys', () => {
  const text = `
base: &base {id: 1, kind: pet}
named: &named {name: Rex}
own: {kind: dog, <<: [*named, *base]}
twice: [*base, *base]
quoted: {"<<": *base}
again: &base 5
last: *base
`;
  const base = { id: 1, kind: 'pet' };
  expect(yamlValue(text)).toMatchObject({
    own: { id: 1, kind: 'dog', name: 'Rex' },
    twice: [base, base],
    quoted: { '<<': base },
    last: 5,
  });
});

test('accepts names that objects inherit', () => {
  const value = yamlValue('a: &a {__proto__: {polluted: true}, constructor: x}\nb: {<<: *a}\n');
  expect(JSON.stringify(value)).toBe(
    '{"a":{"__proto__":{"polluted":true},"constructor":"x"},"b":{"__proto__":{"polluted":true},"constructor":"x"}}',
  );
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('rounds inexact numbers and skips unknown tags, with notes', () => {
  const parsed = finish(parseYaml('a: 9223372036854775807\nb: !thing.x 1\nc: 0.1234567890123456789\nd: !other x\n'));
  expect(parsed).toEqual({
    ok: true,
    value: {
      value: { a: 2 ** 63, b: '1', c: 0.12345678901234568, d: 'x' },
      notes: [
        'Line 2, column 4: Unresolved tag: !thing.x (and 1 other).',
        'Line 1, column 4: the number 9223372036854775807 was rounded (and 1 other).',
      ],
    },
  });
});

const bomb = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
for (let level = 1; level < 10; level++) {
  bomb.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join()}]`);
}
const mergeBomb = ['a0: &a0 {k: 1}'];
for (let level = 1; level < 40; level++) {
  mergeBomb.push(`a${level}: &a${level} {<<: [*a${level - 1}, *a${level - 1}], k${level}: 1}`);
}

test.each([
  [
    'an alias that grows beyond measure',
    bomb.join('\n'),
    /^Line \d+, column \d+: the aliases stand for more than 1000000 values\.$/,
  ],
  ['a merge that grows beyond measure', mergeBomb.join('\n'), /the aliases stand for more than 1000000 values\.$/],
  ['an alias to nothing', 'a: *b', 'Line 1, column 4: there is no anchor "b" before this alias.'],
  ['an alias to what it stands in', 'a: &a [*a]', 'Line 1, column 8: there is no anchor "a" before this alias.'],
  ['a key twice', 'a: 1\nb: {c: 1, c: 2}', 'Line 2, column 11: there is a key "c" already.'],
  ['a key that is no text', '? [a]\n: 1', 'Line 1, column 3: With stringKeys, all keys must be strings.'],
  ['a merge of a number', 'a: {<<: 1}', 'Line 1, column 5: only objects can be merged.'],
  ['infinity', 'a: -.inf', 'Line 1, column 4: JSON has no number -.inf.'],
  ['half of a surrogate pair', 'a: "\\ud800"', 'Line 1, column 4: the text has half of a surrogate pair.'],
  ['a wrong indentation', 'a:\n  b: 1\n c: 2', /^Line 3, column \d: .*\.$/],
  ['two documents', 'a: 1\n---\nb: 2', /^Line 2, column 1: Source contains multiple documents/],
  ['deep nesting', `a: ${'['.repeat(150)}${']'.repeat(150)}`, /: the text is nested deeper than 100 levels\.$/],
])('refuses %s with its position', (_, text, expected) => {
  expect(refusalOf(text)).toMatch(expected);
});

test.each([
  ['flow sequences', '[', 102],
  ['flow maps', '{a: ', 405],
  ['block sequences', '- ', 203],
  ['keys', '? ', 203],
])('refuses %s that are nested without end, at the first that is too deep', (_, unit, column) => {
  const detail = `Line 1, column ${column}: the text is nested deeper than 100 levels.`;
  expect(refusalOf(unit.repeat(20_000))).toBe(detail);
});

test('accepts 100 levels and no more', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  expect(JSON.stringify(yamlValue(nested(100)))).toBe(nested(100));
  expect(refusalOf(nested(101))).toBe('Line 1, column 102: the text is nested deeper than 100 levels.');
  const maps = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  expect(JSON.stringify(yamlValue(maps(100)))).toBe(maps(100));
  expect(refusalOf(maps(101))).toBe('Line 1, column 506: the text is nested deeper than 100 levels.');
});

test('accepts thousands of aliases to small values', () => {
  const text = `before: [${'1,'.repeat(500)}]\ntag: &tag {name: x}\nall:\n${'  - *tag\n'.repeat(5000)}`;
  expect(yamlValue(text)).toMatchObject({ all: Array.from({ length: 5000 }, () => ({ name: 'x' })) });
});

test('aliases stand for a million values, and for no more', () => {
  // A list, its elements and what they stand for: a thousand values.
  const text = (more: string) => `all: &all [${'1,'.repeat(998)}1]\nmany: [${'*all,'.repeat(1000)}${more}]`;
  expect(finish(parseYaml(text('')))).toMatchObject({ ok: true });
  expect(refusalOf(text('*all'))).toMatch(/^Line 2, .*: the aliases stand for more than 1000000 values\.$/);
});

test('an alias inside an anchor counts with all it stands for', () => {
  const twice = `one: &one [${'1,'.repeat(998)}1]\ntwo: &two [*one, *one]\nmany: [${'*two,'.repeat(499)}]`;
  expect(refusalOf(twice)).toMatch(/^Line 3, .*: the aliases stand for more than 1000000 values\.$/);
});

test.each([
  ['9007199254740993e0', true],
  ['-9007199254740993', true],
  ['90071992547409.93e+2', true],
  ['900719925474099300E-02', true],
  ['9007199254740992e0', false],
  ['1e300', false],
  ['+9223372036854775807', true],
  ['+12', false],
  ['+9007199254740992', false],
  ['.50000000000000000000', false],
  ['-.5000000000000000000', false],
  ['9007199254740992.', false],
  ['-.12345678901234567890', true],
  ['.5', false],
  ['9007199254740993.', true],
  ['5.e2', false],
  ['0x11111111111111111111', true],
  ['0x10000000000000000', false],
  ['0o1777777777777777777777', true],
  ['0o17', false],
])('the number %s is rounded with a note: %s', (source, isRounded) => {
  const note = `Line 1, column 4: the number ${source} was rounded.`;
  expect(finish(parseYaml(`a: ${source}`))).toMatchObject({ ok: true, value: { notes: isRounded ? [note] : [] } });
});

test('a clause about a fault is one line without a full stop', () => {
  const text = 'a: "x\ny"\n';
  const { message = '' } = parseDocument(text, { prettyErrors: false }).errors[0] ?? {};
  expect(refusalOf(text)).toMatch(/^Line \d+, column \d+: [^\n]*[^\n.]\.$/);
  expect(refusalOf(text)).toContain(message.replace(/\.$/, ''));
});

test('faults and notes inside and outside of a long collection come in the order of the text', () => {
  const long = (first: string) => `long:\n  - ${first}\n${'  - 1\n'.repeat(200)}`;
  expect(refusalOf(`${long('"\\q"')}last: "\\q"\n`)).toMatch(/^Line 2, /);
  expect(refusalOf(`first: "\\q"\n${long('"\\q"')}`)).toMatch(/^Line 1, /);
  const notesOf = (text: string) => finish(parseYaml(text));
  const [inside, before] = [2, 1].map((line) => `Line ${line}, column 5: Unresolved tag: !a (and 1 other).`);
  expect(notesOf(`${long('!a x')}last: !b x\n`)).toMatchObject({ value: { notes: [inside] } });
  expect(notesOf(`one: !a x\n${long('!b x')}`)).toMatchObject({ value: { notes: [before?.replace('5', '6')] } });
});

test('a long collection knows the handles of tags that the document declares', () => {
  const text = `%TAG !e! tag:x:\n---\nlong:\n${'  - !e!a 1\n'.repeat(200)}`;
  const notes = ['Line 4, column 5: Unresolved tag: tag:x:a (and 199 others).'];
  expect(finish(parseYaml(text))).toMatchObject({ ok: true, value: { notes } });
});

const endless = 1000;

/** With the parts that are composed on their own: of 64 items each, and of whole flow collections. A value is read in 512. */
test.each([
  ['block sequences', 15, `a:\n${'  - 1\n'.repeat(endless)}`],
  ['block maps', 15, `a:\n${Array.from({ length: endless }, (_, index) => `  n${index}: 1\n`).join('')}`],
  ['values that are left out', 15, `a:\n${Array.from({ length: endless }, (_, index) => `  n${index}:\n`).join('')}`],
  ['elements that are left out', 15, `a:\n${'  -\n'.repeat(endless)}`],
  ['keys alone', 15, `a:\n${Array.from({ length: endless }, (_, index) => `  ? n${index}\n`).join('')}`],
  ['block scalars', 15, `a:\n${'  - |\n    x\n    y\n'.repeat(endless)}`],
  ['comments', 15, `a:\n${'  # c\n  - 1 # d\n'.repeat(endless)}# end\nb: 1\n`],
  ['short collections', 15, `a:\n${'  - [1, 2]\n'.repeat(endless)}`],
  ['collections of collections', 20, `a:\n${`  -\n${'    - {x: 1}\n'.repeat(100)}`.repeat(10)}`],
  ['a flow sequence', 1, `a: [${'1, '.repeat(endless)}] # end\nb: 1\n`],
  ['a flow map', 1, `{a: {${Array.from({ length: endless }, (_, index) => `n${index}: 1`).join(', ')}}, b: [1]}`],
  ['a root', 0, '- 1\n'.repeat(endless)],
])('%s without end are read with pauses, as they would be without', (_, parts, text) => {
  expect(yamlValue(text)).toEqual(parse(text));
  const lexemes = [...new Lexer().lex(text)].length;
  expect([...parseYaml(text)].length).toBeGreaterThanOrEqual(
    Math.floor(lexemes / 256) + parts + Math.floor(endless / 512),
  );
});

/** A document with long collections on several levels, anchors before and inside them, and a value of one's choice. */
function longYaml(value: string): string {
  const ids = Array.from(
    { length: 150 },
    (_, index) => `  - id: ${index}\n    tags: [a, 'b c', {x: ${index}}]\n    note: |\n      line\n`,
  );
  const names = Array.from({ length: 150 }, (_, index) => `    n${index}: {kind: *kind}\n`);
  return `first: &kind {of: x}\nlist: &list\n${ids.join('')}  - ${value}\ndeep:\n  names:\n${names.join('')}    last: 1\nagain: *list\n`;
}

test('a long document has the same value in pieces as in one', () => {
  const text = longYaml('"end"');
  const expected = parse(text, { maxAliasCount: -1 });
  expect(yamlValue(text)).toEqual(expected);
  expect(yamlValue(JSON.stringify(expected))).toEqual(expected);
  expect([...parseYaml(text)].length).toBeGreaterThan(20);
});

test.each([
  ['*unknown', 'there is no anchor "unknown" before this alias'],
  ['{a: 1, a: 2}', 'there is a key "a" already'],
])('a fault in a long document has its place: %j', (value, reason) => {
  const text = longYaml(value);
  const line = text.slice(0, text.indexOf(value)).split('\n').length;
  expect(refusalOf(text)).toMatch(new RegExp(`^Line ${line}, column \\d+: ${reason}`));
});

const flow = (inner: string, end: string) => `[${`${inner}, `.repeat(150)}${end}`;

test.each([
  ['a flow sequence', `[${flow('1', '1]')}`],
  ['a flow sequence with a comma at its end', `[${flow('1', ' ]')} , `],
  ['a flow map', `{a: {${Array.from({ length: 150 }, (_, index) => `n${index}: [1] `).join(',')}} `],
  ['keys without values', `{a: {${Array.from({ length: 150 }, (_, index) => `n${index}`).join(',')}} `],
  ['keys with empty values', `{a: {${Array.from({ length: 150 }, (_, index) => `n${index}: `).join(',')}} `],
  ['a comment', `[${flow('1', '1 # one\n ] # end\n')}`],
])('what surrounds %s is missed at the same place in pieces as in one', (_, text) => {
  const lines = new LineCounter();
  const [error] = parseDocument(text, { lineCounter: lines, prettyErrors: false }).errors;
  const { line, col } = lines.linePos(error?.pos[0] ?? -1);
  expect(refusalOf(text)).toMatch(new RegExp(`^Line ${line}, column ${col}: Flow `));
});

test.each(['"open', 'a: 1\n   b: 2', '[1', '{a', '&x &y 1', '*kind', 'b: c: d', '|x', '@a', '\t- 1', '"\\q"'])(
  'a long document has the same first fault in pieces as in one: %j',
  (value) => {
    const text = longYaml(value);
    const lines = new LineCounter();
    const [error] = parseDocument(text, { lineCounter: lines, prettyErrors: false }).errors;
    const parsed = finish(parseYaml(text));
    if (!error) {
      expect(parsed).toMatchObject({ ok: true });
      return;
    }
    const { line, col } = lines.linePos(error.pos[0]);
    expect(refusalOf(text)).toMatch(new RegExp(`^Line ${line}, column ${col}: `));
    expect(refusalOf(text)).toContain(error.message.replace(/\.$/, '').replaceAll(/\s+/g, ' '));
  },
);
