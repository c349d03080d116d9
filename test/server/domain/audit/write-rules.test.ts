import { test } from 'vitest';
import { type Case, expectFindings, type Written } from './judge.ts';

const name = 'PUT /api/items/1';
/** A read of a version of the record, with the mock's tag. */
const read = (version: number, body: object = { id: 1 }, more: Written = {}): Written => ({
  ...{ sent: { etag: `"${version}-a"`, 'x-resource-version': String(version) }, body },
  ...more,
});
/** A write that makes that version. */
const put = (version: number, body: object = { id: 1 }, more: Written = {}): Written =>
  read(version, body, { method: 'PUT', content: JSON.stringify(body), ...more });
const ifMatch = (value: string): Written => ({ headers: { 'if-match': value } });
const get: Written = { sent: { etag: '"1"' } };
const blind = `${name} has no If-Match, although an earlier response carried an ETag.`;
const write = (more: Written = {}): Written => ({ method: 'PUT', content: '{}', ...more });

test.each<Case>([
  ['a blind write', [get, write()], [blind]],
  ['a blind DELETE', [get, { method: 'DELETE' }], [blind.replace('PUT', 'DELETE')]],
  ['a write with If-Match', [get, write(ifMatch('"1"'))], []],
  ['a write with If-None-Match', [get, write({ headers: { 'if-none-match': '*' } })], []],
  ['a patch that tests', [get, write({ method: 'PATCH', content: '[{"op":"test"}]' })], []],
  ['a tag of 304', [{ ...get, status: 304 }, write()], [blind]],
  ['a tag of a failure', [{ ...get, status: 500 }, write()], 'not-exercised'],
  ['a tag of another record', [{ ...get, target: '/api/items/2' }, write()], 'not-exercised'],
  ['a tag of another session', [{ ...get, session: 's' }, write()], 'not-exercised'],
  ['a tag of a query of the record', [{ ...get, target: '/api/items/1?a=b' }, write()], [blind]],
  [
    'a tag of a created record',
    [
      { ...get, method: 'POST', target: '/api/items', status: 201, sent: { etag: '"1"', location: '/api/items/1' } },
      write(),
    ],
    [blind],
  ],
  [
    'a tag of a created record in a session',
    [
      {
        ...get,
        method: 'POST',
        target: '/api/items',
        session: 's',
        status: 201,
        sent: { etag: '"1"', location: '/api/items/1' },
      },
      write({ session: 's' }),
    ],
    [blind],
  ],
  [
    'a Location of a response that created nothing',
    [{ sent: { etag: '"1"', location: '/api/items/2' } }, write()],
    [blind],
  ],
  ['a response without a tag', [{}, write()], 'not-exercised'],
  ['a read', [get, {}], 'not-exercised'],
  ['a write of a list', [{ ...get, target: '/api/items' }, write({ target: '/api/items' })], []],
])('unconditional-write judges %s', (_, exchanges, details) => {
  expectFindings('unconditional-write', exchanges, details);
});

const mine = { id: 1, name: 'old', size: 2 };
const theirs = { ...mine, size: 5 };
const lost = `${name} lost "size" of version 2, which request 2 had written.`;
const other: Written = { client: 'other', connection: 9 };

test.each<Case>([
  ['a change that is undone', [read(1, mine), put(2, theirs, other), put(3, { ...mine, name: 'new' })], [lost]],
  ['a change that is kept', [read(1, mine), put(2, theirs, other), put(3, { ...theirs, name: 'new' })], []],
  [
    'two changes that are undone',
    [read(1, mine), put(2, { ...theirs, name: 'x' }, other), put(3, mine)],
    [`${name} lost "name", "size" of version 2, which request 2 had written.`],
  ],
  [
    'a member that is removed again',
    [read(1, mine), put(2, { ...mine, more: 1 }, other), put(3, mine)],
    [lost.replace('size', 'more')],
  ],
  ['a version that the client has read', [read(1, mine), put(2, theirs, other), read(2, theirs), put(3, mine)], []],
  [
    'a version that no response showed',
    [read(1, mine), put(3, mine)],
    [`${name} covered version 2, which this client never read.`],
  ],
  ['a write with If-Match', [read(1, mine), put(2, theirs, other), put(3, mine, ifMatch('"1-a"'))], []],
  ['a write with If-Match: *', [read(1, mine), put(2, theirs, other), put(3, mine, ifMatch(' * '))], [lost]],
  [
    'a write with a version',
    [read(1, mine), put(2, theirs, other), put(3, mine, { headers: { 'x-resource-version': '1' } })],
    [],
  ],
  [
    'a patch that tests',
    [read(1, mine), put(2, theirs, other), put(3, mine, { method: 'PATCH', content: '[{"op":"test"}]' })],
    [],
  ],
  ['the next version', [read(1, mine), put(2, theirs)], []],
  ['a version that was made before, as after a reset', [read(1, mine), put(2, theirs, other), put(2, mine)], []],
  [
    'a version by its first response',
    [read(1, mine), put(2, theirs, other), read(2, theirs, other), put(3, mine)],
    [lost],
  ],
  ['a response without a version', [read(1, mine), put(2, theirs, other), write({ body: mine })], 'not-exercised'],
  ['a failed write', [read(1, mine), put(2, theirs, other), put(3, mine, { status: 500 })], 'not-exercised'],
  ['a read', [read(1, mine), put(2, theirs, other), read(3, mine)], 'not-exercised'],
  ['a write of a record that nobody read', [put(3, mine)], 'not-exercised'],
  ['a jump over many versions', [read(1, mine), put(23, mine)], []],
  [
    'twenty versions',
    [read(1, mine), put(21, mine)],
    Array.from({ length: 19 }, (_, index) => `${name} covered version ${index + 2}, which this client never read.`),
  ],
  [
    'programs that share a name',
    [read(1, mine, { connection: 1 }), read(2, theirs, { connection: 2 }), put(3, mine, { connection: 1 })],
    [lost],
  ],
  ['a record of another session', [read(1, mine, { session: 's' }), put(3, mine)], 'not-exercised'],
])('lost-update judges %s', (_, exchanges, details) => {
  expectFindings('lost-update', exchanges, details);
});

test.each<Case>([
  ['its tag', [get, write(ifMatch('"1"'))], []],
  ['several tags', [get, write(ifMatch('"1", "2"'))], []],
  ['a wildcard', [write(ifMatch('*'))], []],
  ['a tag without quotes', [write(ifMatch('1'))], [`If-Match of ${name} has 1, which is no entity tag in quotes.`]],
  ['a weak tag', [write(ifMatch('"1", W/"2"'))], [`If-Match of ${name} has the weak tag W/"2", which never matches.`]],
  [
    'a refused tag of nobody',
    [get, write({ ...ifMatch('"7"'), status: 412 })],
    [`If-Match of ${name} has "7", which no response carried.`],
  ],
  ['a refused tag that was issued', [get, write({ ...ifMatch('"1"'), status: 412 })], []],
  ['a refused tag of a record without tags', [{}, write({ ...ifMatch('"7"'), status: 412 })], []],
  [
    'a currentEtag that no 412 gave',
    [{ ...get, body: { currentEtag: '"7"' } }, write({ ...ifMatch('"7"'), status: 412 })],
    [`If-Match of ${name} has "7", which no response carried.`],
  ],
  ['a tag of nobody that is taken', [get, write(ifMatch('"7"'))], []],
  ['a refused tag of an unknown record', [write({ ...ifMatch('"7"'), status: 412 })], []],
  [
    'the current tag of a 412',
    [
      { ...get, method: 'PUT', status: 412, sent: { etag: '"1"' }, body: { currentEtag: '"7"' } },
      write({ ...ifMatch('"7"'), status: 412 }),
    ],
    [],
  ],
  ['no tag', [get, write()], 'not-exercised'],
])('unusable-if-match judges %s', (_, exchanges, details) => {
  expectFindings('unusable-if-match', exchanges, details);
});

test.each<Case>([
  ['a wildcard', [write(ifMatch('*'))], [`${name} has If-Match: *.`]],
  ['a wildcard in blanks', [write(ifMatch(' * '))], [`${name} has If-Match: *.`]],
  ['a tag', [write(ifMatch('"*"'))], []],
  ['a read', [ifMatch('*')], 'not-exercised'],
  ['no If-Match', [write()], 'not-exercised'],
])('if-match-any judges %s', (_, exchanges, details) => {
  expectFindings('if-match-any', exchanges, details);
});

const refused = (more: Written = {}) => write({ ...ifMatch('"1"'), status: 412, ...more });
const repeated = (how: string) => `${name} was repeated ${how} after 412, without reading the record.`;

test.each<Case>([
  ['the same without a condition', [refused(), write()], [repeated('without a condition')]],
  ['the same with another tag', [refused(), write(ifMatch('"2"'))], [repeated('with another tag')]],
  [
    'the same with another tag twice',
    [refused(), write(ifMatch('"2"')), write(ifMatch('"3"'))],
    [repeated('with another tag')],
  ],
  ['a read in between', [refused(), get, write(ifMatch('"2"'))], []],
  ['HEAD in between', [refused(), { ...get, method: 'HEAD' }, write(ifMatch('"2"'))], []],
  ['the same again', [refused(), write(ifMatch('"1"'))], []],
  ['another change', [refused(), write({ ...ifMatch('"2"'), content: '{"a":1}' })], []],
  [
    'another change in between',
    [refused(), write({ ...ifMatch('"2"'), content: '{"a":1}' }), write(ifMatch('"3"'))],
    [repeated('with another tag')],
  ],
  ['POST', [refused(), { method: 'POST' }], 'not-exercised'],
  ['another record', [refused(), write({ target: '/api/items/2' })], 'not-exercised'],
  ['a refused read', [{ ...ifMatch('"1"'), status: 412 }, {}], 'not-exercised'],
  ['another status', [refused({ status: 428 }), write()], 'not-exercised'],
])('no-read-after-412 judges %s', (_, exchanges, details) => {
  expectFindings('no-read-after-412', exchanges, details);
});

const again = (status: number) => `${name} was sent again unchanged after ${status}.`;

test.each<Case>([
  ['the same after 412', [refused(), write(ifMatch('"1"'))], [again(412)]],
  ['the same after 428', [write({ status: 428 }), write()], [again(428)]],
  ['the same after a read', [refused(), get, write(ifMatch('"1"'))], [again(412)]],
  ['three of the same', [refused(), refused(), refused()], [again(412), again(412)]],
  ['another tag', [refused(), write(ifMatch('"2"'))], []],
  ['another change', [refused(), write({ ...ifMatch('"1"'), content: '{"a":1}' })], []],
  ['the same after a success', [refused(), write(ifMatch('"2"')), write(ifMatch('"1"'))], []],
  [
    'the same after a failure',
    [refused(), write({ ...ifMatch('"2"'), status: 500 }), write(ifMatch('"1"'))],
    [again(412)],
  ],
  ['another status', [refused({ status: 409 }), write(ifMatch('"1"'))], 'not-exercised'],
  ['another record', [refused(), write({ ...ifMatch('"1"'), target: '/api/items/2' })], 'not-exercised'],
])('repeated-412-428 judges %s', (_, exchanges, details) => {
  expectFindings('repeated-412-428', exchanges, details);
});

const old = (what = name) => `${what} sent "1-a", although its own write had made "2-a".`;

test.each<Case>([
  ['the old tag', [read(1), put(2), put(3, {}, ifMatch('"1-a"'))], [old()]],
  ['the old tag of a read', [read(1), put(2), { headers: { 'if-none-match': '"1-a"' } }], [old('GET /api/items/1')]],
  [
    'the old tag of a later version',
    [read(10), put(11), put(12, {}, ifMatch('"10-a"'))],
    [old().replace('"1-a"', '"10-a"').replace('"2-a"', '"11-a"')],
  ],
  ['the new tag', [read(1), put(2), put(3, {}, ifMatch('"2-a"'))], []],
  ['a newer tag', [read(1), put(2), put(4, {}, ifMatch('"3-a"'))], []],
  ['one old tag of two', [read(1), put(2), put(3, {}, ifMatch('"1-a", "2-a"'))], []],
  ['an old tag that nobody issued', [put(2), put(3, {}, ifMatch('"1-b"'))], []],
  ['a tag of another form', [get, put(2), put(3, {}, ifMatch('"1"'))], []],
  ['a wildcard', [read(1), put(2), put(3, {}, ifMatch('*'))], 'not-exercised'],
  [
    'a write without a version',
    [read(1), write({ sent: { etag: '"2-a"' } }), put(3, {}, ifMatch('"1-a"'))],
    'not-exercised',
  ],
  [
    'a write without a tag',
    [read(1), write({ sent: { 'x-resource-version': '2' } }), put(3, {}, ifMatch('"1-a"'))],
    'not-exercised',
  ],
  ['a failed write', [read(1), put(2, {}, { status: 500 }), put(3, {}, ifMatch('"1-a"'))], 'not-exercised'],
  ['another record', [read(1), put(2), put(3, {}, { ...ifMatch('"1-a"'), target: '/api/items/2' })], 'not-exercised'],
  ['a read that made nothing', [read(1), read(2), put(3, {}, ifMatch('"1-a"'))], 'not-exercised'],
])('old-tag-after-write judges %s', (_, exchanges, details) => {
  expectFindings('old-tag-after-write', exchanges, details);
});
