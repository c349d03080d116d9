import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import {
  headerText,
  longestInHeader,
  mostCharacters,
  renderResponse,
} from '../../../../server/domain/scenario/render-response.ts';
import type { FixedResponse } from '../../../../server/domain/scenario/scenario.ts';
import { misplacedInXml, parseTemplate, type TemplateValue } from '../../../../server/domain/scenario/template.ts';
import { rounds } from '../../../support/rounds.ts';

/** Renders with one value for every name. */
const render = (answer: Omit<FixedResponse, 'status'>, value: Json | undefined) =>
  renderResponse({ status: 200, substitute: true, ...answer }, { members: ['name'], find: () => value });

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('"', "'", '<', '>', '&', '{', '}', '\\', '\r', '\n', '\0', ']]>', '-->', ':', 'a'),
  }),
);

test('a value of any content stays one JSON text', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const { body } = render({ body: { whole: '{name}', part: ['a {name} z'] } }, value);
      expect(JSON.parse(String(body))).toEqual({ whole: value, part: [`a ${value} z`] });
    }),
    { numRuns: rounds(400) },
  );
});

test('a whole JSON value keeps its type', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const sent = JSON.stringify(value);
      expect(render({ body: ['{name}'] }, value as Json).body).toBe(`[${sent}]`);
    }),
    { numRuns: rounds(200) },
  );
});

test('a value in XML never adds markup and reads back as the text that it is', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const text = String(render({ form: 'xml', body: '<a b="{name}" c=\'{name}\'>{name}</a>' }, value).body);
      const [, b, c, inner] = /^<a b="([^"<]*)" c='([^'<]*)'>([^<]*)<\/a>$/.exec(text) ?? [];
      expect([b, c, inner].map(readXml)).toEqual(Array(3).fill(heldByXml(value)));
    }),
    { numRuns: rounds(400) },
  );
});

function readXml(text: string | undefined): string | undefined {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text?.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code ? String.fromCharCode(code) : (named[name] ?? '?'),
  );
}

/** Characters that XML 1.0 cannot hold are replaced. */
function heldByXml(value: string): string {
  const isHeld = (letter: string) => /[\t\n\r]/.test(letter) || (letter >= ' ' && !/[\ufffe\uffff]/.test(letter));
  return Array.from(value.toWellFormed(), (letter) => (isHeld(letter) ? letter : '\ufffd')).join('');
}

test('a value in a header cannot begin a line, and is cut at its limit', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const { headers } = render({ headers: { 'X-One': 'a{name}', 'Set-Cookie': ['b={name}', '{name}'] } }, value);
      for (const one of Object.values(headers).flat()) expect(one).not.toMatch(/\p{Cc}/u);
    }),
    { numRuns: rounds(400) },
  );
  expect(headerText('x'.repeat(longestInHeader + 1))).toHaveLength(longestInHeader);
});

test('a value is never read as a template', () => {
  expect(render({ form: 'text', body: '{name}' }, '{now}{uuid}{{').body).toBe('{now}{uuid}{{');
});

test('without `substitute`, braces are literal', () => {
  const answer = { headers: { 'X-A': '{name}' }, body: { '{name}': '{name} {{' }, substitute: false };
  expect(render(answer, 'v')).toMatchObject({
    headers: answer.headers,
    body: JSON.stringify(answer.body),
    inserted: [],
  });
});

test('bytes are decoded from base64', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const { body, type } = render({ form: 'base64', body: Buffer.from(bytes).toString('base64') }, 'v');
  expect([type, body]).toEqual(['application/octet-stream', bytes]);
});

test('the values that were put in are listed in the order of the response', () => {
  const { inserted } = render({ headers: { a: '{now}' }, body: ['{name}', 'x{query.q}'] }, 7);
  expect(inserted).toEqual(['now', 'name', 'query.q'].map((name) => ({ name, value: 7 })));
});

test.each<[template: string, places: string]>([
  ['<a>{name}</a>', 'ok'],
  ['<a b="{name}"/>', 'ok'],
  ["<?xml version='1.0'?><!-- c --><a b='>{name}'><b/>{name}</a>", 'ok'],
  ['<!DOCTYPE a><a><![CDATA[ ]]>{name}</a>', 'ok'],
  ['{name}<a/>', 'misplaced'],
  ['<a/>{name}', 'misplaced'],
  ['<a></a>{name}', 'misplaced'],
  ['<a {name}="1"/>', 'misplaced'],
  ['<a b={name}/>', 'misplaced'],
  ['<{name}/>', 'misplaced'],
  ['<a></{name}>', 'misplaced'],
  ['<a><!-- {name} --></a>', 'misplaced'],
  ['<a><!-- " {name} --></a>', 'misplaced'],
  ['<a><![CDATA[{name}]]></a>', 'misplaced'],
  ['<?a {name}?><a/>', 'misplaced'],
  ['<!DOCTYPE {name}><a/>', 'misplaced'],
])('a value in the XML %s is %s', (template, places) => {
  const pieces = parseTemplate(template, ['name']);
  expect(pieces.ok && (misplacedInXml(pieces.value) === null ? 'ok' : 'misplaced')).toBe(places);
});

test.each<[template: string, reason: string]>([
  ['{usrId}', 'names the unknown value "{usrId}"; did you mean "{userId}"? Write "{{" for a brace'],
  ['{nmae}', 'did you mean "{name}"?'],
  ['{body.user.name}', 'did you mean "{body./user/name}"?'],
  ['{qury.x}', 'did you mean "{query.x}"?'],
  ['{recrd./a}', 'did you mean "{record./a}"?'],
  ['{query.}', 'names the unknown value "{query.}"'],
  ['{body./a~2}', 'names the unknown value'],
  ['{}', 'known are {name}, {userId}, {collection}, {id}, {now}, {uuid}, {query.…}, {body./…}, {record./…}'],
  ['{process.exit()}', 'names the unknown value'],
  ['{constructor}', 'names the unknown value'],
  ['a { b', 'has a "{" without its "}"; write "{{" for a brace'],
  ['{now', 'has a "{" without its "}"'],
])('the template %s is refused: %s', (template, reason) => {
  const parsed = parseTemplate(template, ['name']);
  expect(parsed.ok ? '' : parsed.problem).toContain(reason);
});

test('every text has a template that gives it back', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      expect(parseTemplate(text.replaceAll('{', '{{'), [])).toEqual({ ok: true, value: text === '' ? [] : [text] });
    }),
  );
});

test.each(['json', 'text', 'xml'] as const)('a short template of %s cannot make a response of any length', (form) => {
  const long = 'x'.repeat(mostCharacters / 4);
  const template = '<a>{name}</a>'.repeat(40);
  const { body, inserted } = render({ form, body: form === 'json' ? Array(40).fill('{name}') : template }, long);
  expect(inserted.filter(({ value }) => value === long)).toHaveLength(4);
  expect(String(body).length).toBeLessThan(mostCharacters + template.length);
});

test.each<[Omit<FixedResponse, 'status'>, Json | undefined, string | null, string | Uint8Array | null]>([
  [{}, 'v', null, null],
  [{ body: '{name}' }, 'v', 'application/json; charset=utf-8', '"v"'],
  [{ body: { a: 1, b: null, c: true } }, 'v', 'application/json; charset=utf-8', '{"a":1,"b":null,"c":true}'],
  [{ body: ['{name}{name}', '{name}!'] }, 5, 'application/json; charset=utf-8', '["55","5!"]'],
  [{ body: ['{name}', 'a{name}'] }, undefined, 'application/json; charset=utf-8', '[null,"a"]'],
  [{ form: 'text', body: 'a{name}b' }, null, 'text/plain; charset=utf-8', 'ab'],
  [{ form: 'text', body: 'YWJj' }, 'v', 'text/plain; charset=utf-8', 'YWJj'],
  [{ form: 'text', body: '{name}' }, '<a & "b">', 'text/plain; charset=utf-8', '<a & "b">'],
  [{ form: 'text', body: { a: '{name}' } }, 'v', 'text/plain; charset=utf-8', '{"a":"v"}'],
  [
    { form: 'xml', body: '<a>{name}</a>' },
    { b: '<' },
    'application/xml; charset=utf-8',
    '<a>{&quot;b&quot;:&quot;&lt;&quot;}</a>',
  ],
  [{ form: 'base64', body: 'YWJj' }, 'v', 'application/octet-stream', Uint8Array.from([97, 98, 99])],
  [{ form: 'base64', body: 'not base64' }, 'v', 'application/octet-stream', 'not base64'],
])('the response %j with the value %j has the type %s', (answer, value, type, body) => {
  expect(render(answer, value)).toMatchObject({ type, body });
});

test('a response is literal unless it says that values are put in', () => {
  const source = { members: ['name'], find: () => 'v' };
  expect(renderResponse({ status: 200, body: '{name}' }, source)).toMatchObject({ body: '"{name}"', inserted: [] });
});

test('XML has references for white space and for C1 control characters, but not for what it cannot hold', () => {
  const { body } = render({ form: 'xml', body: '<a>{name}</a>' }, '\t\n\r\0\x1f\x7f\x85\x9f\ufffd\ufffe\uffff');
  expect(body).toBe('<a>&#9;&#10;&#13;\ufffd\ufffd&#127;&#133;&#159;\ufffd\ufffd\ufffd</a>');
});

test('a value that no longer fits is left out, and then no further value is looked up', () => {
  const looked: TemplateValue[] = [];
  const value = 'x'.repeat(mostCharacters);
  const find = (one: TemplateValue) => {
    looked.push(one);
    return value;
  };
  const answer = (body: Json) => renderResponse({ status: 200, substitute: true, body }, { members: [], find });
  expect(answer(['{id}', '{now}', 'a{uuid}']).body).toBe(JSON.stringify([value, null, 'a']));
  expect(looked).toEqual([{ from: 'path', name: 'id' }]);
  expect(render({ body: ['{name}', '{name}'] }, `${value}y`)).toMatchObject({
    body: '[null,null]',
    inserted: [
      { name: 'name', value: null },
      { name: 'name', value: null },
    ],
  });
});
