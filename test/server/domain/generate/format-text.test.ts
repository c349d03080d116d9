import { expect, test } from 'vitest';
import { Dice } from '../../../../server/domain/generate/dice.ts';
import { formatText, type TextHints, uuidText } from '../../../../server/domain/generate/format-text.ts';

const none: TextHints = { span: undefined, about: undefined };

function texts(format: string, hints: Partial<TextHints> = {}): readonly string[] {
  return Array.from({ length: 300 }, (_, seed) => formatText(format, new Dice(seed, 0), { ...none, ...hints }) ?? '');
}

const host = String.raw`[a-z]{6}\.example\.(?:com|net|org)`;
const date = String.raw`202[45]-(?:0\d|1[0-2])-[0-3]\d`;
const time = String.raw`[0-2]\d:[0-5]\d:[0-5]\d`;

test.each<[string, string]>([
  ['date-time', `${date}T${time}Z`],
  ['date', date],
  ['time', `${time}Z`],
  ['duration', String.raw`PT(?:[1-9]|[1-8]\d|90)M`],
  ['email', String.raw`user-[1-9]\d{0,3}@example\.(?:com|net|org)`],
  ['idn-email', String.raw`user-[1-9]\d{0,3}@example\.(?:com|net|org)`],
  ['hostname', host],
  ['idn-hostname', host],
  ['uri', `https://${host}/[a-z]{6}`],
  ['uri-reference', '/[a-z]{6}'],
  ['iri', `https://${host}/[a-z]{6}`],
  ['uuid', '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'],
  ['ipv4', String.raw`192\.0\.2\.(?:[1-9]|[1-9]\d|1\d\d|2[0-4]\d|25[0-4])`],
  ['ipv6', '2001:db8::(?:0|[1-9a-f][0-9a-f]{0,3})'],
  ['json-pointer', '/[a-z]{5}'],
  ['regex', String.raw`\^[a-z]{3}\$`],
])('writes %s', (format, pattern) => {
  const matcher = new RegExp(`^${pattern}$`);
  const written = texts(format);
  for (const text of written) expect(text).toMatch(matcher);
  expect(new Set(written).size).toBeGreaterThan(50);
});

test.each(['colour', '', 'constructor', 'toString', '__proto__'])('knows no format %j', (format) => {
  expect(formatText(format, new Dice(1, 0), none)).toBeUndefined();
});

test('an IPv6 address lacks the zeros at the begin of its last group only', () => {
  expect(texts('ipv6').some((text) => /::[1-9a-f]0[0-9a-f]/.test(text))).toBe(true);
});

test('dates of records without known instants fall into two years', () => {
  const years = new Set(texts('date').map((text) => text.slice(0, 4)));
  expect(years).toEqual(new Set(['2024', '2025']));
});

test('instants stay within the known ones, both ends included', () => {
  const from = Date.UTC(2020, 1, 28);
  const to = Date.UTC(2020, 2, 1);
  expect(new Set(texts('date', { span: [from + 0.5, to - 1] }))).toEqual(new Set(['2020-02-28', '2020-02-29']));
  expect(new Set(texts('date', { span: [to, to + 0.7] }))).toEqual(new Set(['2020-03-01']));
  expect(new Set(texts('date-time', { span: [from, from + 2000] }))).toEqual(
    new Set(['2020-02-28T00:00:00Z', '2020-02-28T00:00:01Z']),
  );
});

test.each<[string, string]>([
  ['Ada Lovelace', 'ada.lovelace'],
  ['  Zoë  Ångström-Ek ', 'zoe.angstrom.ek'],
  ["O'Neil 2", 'o.neil.2'],
  ['Małgorzata Weiß', 'malgorzata.weiss'],
  ['Đức Yılmaz', 'duc.yilmaz'],
  ['-- 7 --', '7'],
  [' -- ', 'user-'],
  ['Тарас Шевченко', 'taras.shevchenko'],
  ['Νίκος Παππάς', 'nikos.pappas'],
  ['Ελένη Γεωργίου', 'eleni.georgiou'],
  ['陈建国', 'user-'],
  ['يوسف Hassan', 'user-'],
])('the address of %j begins with %s', (about, begin) => {
  for (const text of texts('email', { about })) {
    expect(text.startsWith(begin)).toBe(true);
    expect(text.slice(begin.length)).toMatch(/^[1-9]\d{0,3}@example\.(com|net|org)$/);
  }
});

test('uuidText gives the same UUID for the same dice, and uses each variant', () => {
  const uuids = Array.from({ length: 100 }, (_, seed) => uuidText(new Dice(seed, 0)));
  expect(uuidText(new Dice(5, 0))).toBe(uuids[5]);
  expect(new Set(uuids).size).toBe(100);
  expect(new Set(uuids.map((uuid) => uuid[19]))).toEqual(new Set(['8', '9', 'a', 'b']));
});
