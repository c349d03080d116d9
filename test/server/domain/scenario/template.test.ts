import { expect, test } from 'vitest';
import {
  memberOf,
  misplacedInXml,
  type Piece,
  parseTemplate,
  pathMembers,
} from '../../../../server/domain/scenario/template.ts';

test.each<[string, readonly Piece[]]>([
  ['', []],
  ['plain } text', ['plain } text']],
  ['{{', ['{']],
  ['a{{b{{{{c', ['a{b{{c']],
  ['{{{id}}', ['{', { name: 'id', value: { from: 'path', name: 'id' } }, '}']],
  [
    '{id}{collection}',
    [
      { name: 'id', value: { from: 'path', name: 'id' } },
      { name: 'collection', value: { from: 'path', name: 'collection' } },
    ],
  ],
  ['x{order}y', ['x', { name: 'order', value: { from: 'path', name: 'order' } }, 'y']],
  ['{now} {uuid}', [{ name: 'now', value: { from: 'now' } }, ' ', { name: 'uuid', value: { from: 'uuid' } }]],
  ['{query.a.b}', [{ name: 'query.a.b', value: { from: 'query', name: 'a.b' } }]],
  ['{body}', [{ name: 'body', value: { from: 'body', pointer: [] } }]],
  ['{record}', [{ name: 'record', value: { from: 'record', pointer: [] } }]],
  ['{body./a~1b/0}', [{ name: 'body./a~1b/0', value: { from: 'body', pointer: ['a/b', '0'] } }]],
  ['{record./a\nb}', [{ name: 'record./a\nb', value: { from: 'record', pointer: ['a\nb'] } }]],
])('the template %j has the pieces %j', (text, pieces) => {
  expect(parseTemplate(text, ['order'])).toEqual({ ok: true, value: pieces });
});

test('a member of the path wins over the name of another value', () => {
  expect(parseTemplate('{now}{query.a}', ['now', 'query.a'])).toEqual({
    ok: true,
    value: [
      { name: 'now', value: { from: 'path', name: 'now' } },
      { name: 'query.a', value: { from: 'path', name: 'query.a' } },
    ],
  });
});

const known = '{order}, {userId}, {collection}, {id}, {now}, {uuid}, {query.…}, {body./…}, {record./…}';

test.each([
  ['{id', 'has a "{" without its "}"; write "{{" for a brace'],
  ['a{b{id}', 'has a "{" without its "}"; write "{{" for a brace'],
  ['{}', `names the unknown value "{}"; known are ${known}. Write "{{" for a brace`],
  ['{xyzzyx}', `names the unknown value "{xyzzyx}"; known are ${known}. Write "{{" for a brace`],
  ['{oder}', 'names the unknown value "{oder}"; did you mean "{order}"? Write "{{" for a brace'],
  ['{query.}', `names the unknown value "{query.}"; known are ${known}. Write "{{" for a brace`],
  ['{qury.a}', 'names the unknown value "{qury.a}"; did you mean "{query.a}"? Write "{{" for a brace'],
  ['{body.a.b}', 'names the unknown value "{body.a.b}"; did you mean "{body./a/b}"? Write "{{" for a brace'],
  ['{recrd./a.b}', 'names the unknown value "{recrd./a.b}"; did you mean "{record./a.b}"? Write "{{" for a brace'],
  ['{xbody}', `names the unknown value "{xbody}"; known are ${known}. Write "{{" for a brace`],
  ['{-query.a}', `names the unknown value "{-query.a}"; known are ${known}. Write "{{" for a brace`],
  ['{body./~2}', `names the unknown value "{body./~2}"; known are ${known}. Write "{{" for a brace`],
])('the template %s %s', (text, problem) => {
  expect(parseTemplate(text, ['order'])).toEqual({ ok: false, problem });
});

test('the members of a path are its segments between braces', () => {
  expect(pathMembers('/users/{userId}/orders/{id}')).toEqual(['userId', 'id']);
  expect(pathMembers('/{a/b}/{}/x{y}/{z}w/*')).toEqual(['']);
  expect(pathMembers(undefined)).toEqual([]);
  expect([memberOf('{a}'), memberOf('a}'), memberOf('{a'), memberOf('a')]).toEqual([
    'a',
    undefined,
    undefined,
    undefined,
  ]);
});

const misplaced =
  'has "{id}" in a place that XML gives another meaning; a value may stand in the text of an element or in a quoted attribute';

test.each([
  ['<a>{id}</a>', null],
  ['<a b="{id}"/>', null],
  ["<a b='{id}'/>", null],
  ["<a b='>' c=\"'>{id}\"/>", null],
  ['<a b="/"><c d="x"/>{id}</a>', null],
  ['<!-- <a> --><?pi <b>?><!DOCTYPE x><a><![CDATA[ </a> ]]>{id}</a>', null],
  ['<a><b></b>{id}</a>', null],
  ['<a><b/>{id}</a>', null],
  ['<a><!-- > -->{id}</a>', null],
  ['<a><?x > ?>{id}</a>', null],
  ['{id}', misplaced],
  ['<a/>{id}', misplaced],
  ['<a></a>{id}', misplaced],
  ['<a></a >{id}', misplaced],
  ['<a><b></b></a>{id}', misplaced],
  ['<{id}/>', misplaced],
  ['<a {id}="x"/>', misplaced],
  ['<a b={id}/>', misplaced],
  ['<a b="x"{id}/>', misplaced],
  ['<a></{id}></a>', misplaced],
  ['<a><!-- {id} --></a>', misplaced],
  ['<a><![CDATA[{id}]]></a>', misplaced],
  ['<a><![CDATA[ ]] > {id}]]></a>', misplaced],
  ['<?x {id}?><a/>', misplaced],
  ['<a><?x > {id}?></a>', misplaced],
  ['<!DOCTYPE {id}><a/>', misplaced],
  ['<a b=\'"{id}/>', null],
  ['<a>text {id} text</a>', null],
  ['<a>]]><![CDATA[{id}]]></a>', misplaced],
  ['<a><!--> {id} --></a>', misplaced],
  ['<!--<-->{id}', misplaced],
  ['<a><b></b{id}></a>', misplaced],
  ['<!DOCTYPE a><!-- > {id} --><a/>', misplaced],
  ['<a><tag {id}="x"/></a>', misplaced],
])('in %s the value is misplaced: %s', (text, reason) => {
  const pieces = parseTemplate(text, []);
  expect(pieces.ok && misplacedInXml(pieces.value)).toBe(reason);
});
