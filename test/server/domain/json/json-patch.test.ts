import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import { applyPatch, jsonPatchIn, parsePatch } from '../../../../server/domain/json/json-patch.ts';
import { valueAt } from '../../../../server/domain/json/pointer.ts';
import { deepFreeze } from './arbitrary-json.ts';

function patch(document: Json, operations: Json) {
  const parsed = parsePatch(operations);
  return parsed.ok ? applyPatch(deepFreeze(document), parsed.value) : parsed;
}

function patched(document: Json, operations: Json): Json | undefined {
  const result = patch(document, operations);
  return result.ok ? result.value.value : undefined;
}

function refusal(document: Json, operations: Json): string | undefined {
  const result = patch(document, operations);
  return result.ok ? undefined : `${result.problem.kind} ${result.problem.index}: ${result.problem.detail}`;
}

test('replaces the root with a value of another type, and appends elements to it', () => {
  expect(patched({}, [{ op: 'add', path: '', value: [] }])).toEqual([]);
  expect(patched([], [{ op: 'replace', path: '', value: {} }])).toEqual({});
  expect(patched([], [{ op: 'add', path: '/-', value: 1 }])).toEqual([1]);
  expect(patched({ a: 1 }, [{ op: 'copy', from: '', path: '/a' }])).toEqual({ a: { a: 1 } });
  expect(patched({ a: 1 }, [{ op: 'move', from: '', path: '' }])).toEqual({ a: 1 });
});

test('replace keeps a member in its position, add appends a new one', () => {
  const operations = [
    { op: 'replace', path: '/a', value: 3 },
    { op: 'add', path: '/c', value: 4 },
  ];
  expect(JSON.stringify(patched({ a: 1, b: 2 }, operations))).toBe('{"a":3,"b":2,"c":4}');
});

test('refuses a malformed patch with the operation and the reason', () => {
  const malformed: [Json, string][] = [
    [{}, 'malformed null: A JSON Patch is an array, not an object.'],
    ['[]', 'malformed null: A JSON Patch is an array, not "[]".'],
    [[null], 'malformed 0: An operation is an object, not null.'],
    [[[]], 'malformed 0: An operation is an object, not an array of 0 elements.'],
    [[{ path: '' }], 'malformed 0: The op must be add, remove, replace, move, copy or test; it has none.'],
    [
      [{ op: 'ADD', path: '', value: 1 }],
      'malformed 0: The op must be add, remove, replace, move, copy or test; it is "ADD".',
    ],
    [
      [{ op: 'toString', path: '' }],
      'malformed 0: The op must be add, remove, replace, move, copy or test; it is "toString".',
    ],
    [
      [{ op: 'test', path: '/a', value: 1 }, { op: 'remove' }],
      'malformed 1: The operation needs a path, a JSON pointer as a string.',
    ],
    [[{ op: 'remove', path: null }], 'malformed 0: The operation needs a path, a JSON pointer as a string.'],
    [
      [{ op: 'remove', path: 'a' }],
      'malformed 0: The path "a" cannot be used: A JSON pointer is either empty or starts with "/".',
    ],
    [[{ op: 'copy', path: '' }], 'malformed 0: The operation needs a from, a JSON pointer as a string.'],
    [
      [{ op: 'move', path: '/b', from: '/~2' }],
      'malformed 0: The from "/~2" cannot be used: In a JSON pointer "~" may stand only in "~0" (for ~) and "~1" (for /).',
    ],
    [[{ op: 'move', from: '/a', path: '/a/b' }], 'malformed 0: A value cannot be moved into itself.'],
    ...['add', 'replace', 'test'].map((op): [Json, string] => [
      [{ op, path: '/a' }],
      `malformed 0: The operation ${op} needs a value.`,
    ]),
  ];
  for (const [operations, reason] of malformed) expect(refusal({ a: 1 }, operations)).toBe(reason);
});

test('an operation that does not fit the document says what is missing', () => {
  const document = { list: [1, 2], name: 'Ada', a: { b: 1 } };
  const inapplicable: [Json, string][] = [
    [{ op: 'remove', path: '' }, 'The whole document cannot be removed.'],
    [{ op: 'remove', path: '/zip' }, 'There is no member "zip" in the document.'],
    [{ op: 'replace', path: '/a/c', value: 1 }, 'There is no member "c" in /a.'],
    [{ op: 'add', path: '/a/c/d', value: 1 }, 'There is no member "c" in /a.'],
    [{ op: 'add', path: '/name/first', value: 1 }, 'There is nothing inside /name, which is "Ada".'],
    [{ op: 'add', path: '/list/3', value: 1 }, 'There is no element 3 in /list, which has 2 elements.'],
    [{ op: 'remove', path: '/list/2' }, 'There is no element 2 in /list, which has 2 elements.'],
    [{ op: 'add', path: '/list/01', value: 1 }, '"01" is not an array index, and /list is an array.'],
    [
      { op: 'replace', path: '/list/-', value: 1 },
      '"-" is the place after the last element of /list, where there is no value.',
    ],
    [
      { op: 'copy', from: '/list/-', path: '/x' },
      '"-" is the place after the last element of /list, where there is no value.',
    ],
    [{ op: 'move', from: '/zip', path: '/zip' }, 'There is no member "zip" in the document.'],
    [{ op: 'move', from: '/list/0', path: '/list/2' }, 'There is no element 2 in /list, which has 1 element.'],
    [{ op: 'remove', path: '/__proto__' }, 'There is no member "__proto__" in the document.'],
    [
      { op: 'add', path: '/constructor/prototype/polluted', value: 1 },
      'There is no member "constructor" in the document.',
    ],
    [{ op: 'add', path: '/__proto__/polluted', value: 1 }, 'There is no member "__proto__" in the document.'],
  ];
  for (const [operation, reason] of inapplicable)
    expect(refusal(document, [operation])).toBe(`inapplicable 0: ${reason}`);
});

test('a failed test names the pointer of the first difference', () => {
  const document = { a: { b: [1, { c: 2 }] }, n: 10 };
  const failed: [Json, string][] = [
    [{ op: 'test', path: '/n', value: '10' }, 'Expected /n to be "10", found 10.'],
    [{ op: 'test', path: '/a', value: { b: [1, { c: 3 }] } }, 'Expected /a/b/1/c to be 3, found 2.'],
    [{ op: 'test', path: '/a/b', value: [1] }, 'Expected /a/b/1 to be nothing, found an object.'],
    [{ op: 'test', path: '', value: [] }, 'Expected the document to be an array of 0 elements, found an object.'],
    [{ op: 'test', path: '/x', value: null }, 'There is no member "x" in the document.'],
  ];
  for (const [operation, reason] of failed) expect(refusal(document, [operation])).toBe(`test-failed 0: ${reason}`);
});

test('returns steps up to and including the failed operation', () => {
  const result = patch({ a: 1 }, [
    { op: 'add', path: '/b', value: [] },
    { op: 'move', from: '/a', path: '/b/0' },
    { op: 'test', path: '/b', value: [2] },
    { op: 'remove', path: '/b' },
  ]);
  expect(result.ok || result.problem).toEqual({
    kind: 'test-failed',
    index: 2,
    detail: 'Expected /b/0 to be 2, found 1.',
    steps: [
      { operation: 'add', path: '/b', applied: true, detail: 'Added the member "b".' },
      {
        operation: 'move',
        path: '/b/0',
        applied: true,
        detail: 'Inserted element 0; the array now has 1 element. It came from /a.',
      },
      { operation: 'test', path: '/b', applied: false, detail: 'Expected /b/0 to be 2, found 1.' },
    ],
  });
});

test('treats inherited names as ordinary members', () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const added = patched({}, [
      { op: 'add', path: `/${name}`, value: {} },
      { op: 'add', path: `/${name}/polluted`, value: true },
      { op: 'copy', from: `/${name}`, path: '/copy' },
      { op: 'replace', path: `/${name}/polluted`, value: 1 },
    ]);
    expect(JSON.stringify(added)).toBe(`{"${name}":{"polluted":1},"copy":{"polluted":true}}`);
    expect(Object.getPrototypeOf(added)).toBe(Object.prototype);
    expect(JSON.stringify(patched(added ?? null, [{ op: 'remove', path: `/${name}` }]))).toBe(
      '{"copy":{"polluted":true}}',
    );
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('refuses a document that doubles with every copy before serializing it', () => {
  const double = { op: 'copy', from: '/a', path: '/a/-' };
  const nest = { op: 'copy', from: '', path: '/a' };
  const repeat = { op: 'copy', from: '/text', path: '/a/-' };
  expect(refusal({ a: [1] }, Array(60).fill(double))).toMatch(/^inapplicable null: .* more than 250000 values/);
  expect(refusal({ a: [1] }, Array(120).fill(nest))).toMatch(/^inapplicable null: .* nested deeper than 100 levels/);
  expect(refusal({ a: [], text: 'x'.repeat(2 ** 20) }, Array(20).fill(repeat))).toMatch(/longer than 16777216/);
});

test('accepts a result nested a hundred levels deep and refuses a deeper one', () => {
  const deep = (levels: number): Json => (levels === 0 ? 1 : [deep(levels - 1)]);
  expect(patched({}, [{ op: 'add', path: '/a', value: deep(99) }])).toEqual({ a: deep(99) });
  expect(refusal({}, [{ op: 'add', path: '/a', value: deep(100) }])).toMatch(/nested deeper than 100 levels/);
  expect(patched(deep(101), [{ op: 'test', path: '/0/0', value: deep(99) }])).toEqual(deep(101));
});

test('an application/json body is a JSON Patch if it is an array or has the members of an operation', () => {
  const one = { op: 'replace', path: '/name', value: 'Ada' };
  expect(jsonPatchIn(one)).toEqual([one]);
  expect(jsonPatchIn([one, one])).toEqual([one, one]);
  expect(jsonPatchIn([])).toEqual([]);
  expect(jsonPatchIn({ op: 'unknown', path: '' })).toEqual([{ op: 'unknown', path: '' }]);
  const merges: Json[] = [
    null,
    'op',
    {},
    { op: 'add' },
    { path: '/a' },
    { op: 'add', path: 'a' },
    { op: 'add', path: 1 },
    { ...one, extra: 1 },
  ];
  for (const merge of merges) expect(jsonPatchIn(merge)).toBe(undefined);
});

test('the result shares untouched values with the document', () => {
  const document = { kept: { deep: [1] }, changed: { kept: {}, value: 1 } };
  const value = patched(document, [{ op: 'replace', path: '/changed/value', value: 2 }]) ?? null;
  expect(valueAt(value, ['kept'])).toBe(document.kept);
  expect(valueAt(value, ['changed', 'kept'])).toBe(document.changed.kept);
  expect(patched(document, [{ op: 'test', path: '/changed/value', value: 1 }])).toBe(document);
});

test('applies ten thousand operations to one array', () => {
  const operations = Array.from({ length: 10_000 }, (_, index) => ({ op: 'add', path: '/list/0', value: index }));
  const list = Array.from({ length: 10_000 }, (_, index) => 9_999 - index);
  expect(patched({ list: [] }, operations)).toEqual({ list });
});

/** An object with this many members. */
const wide = (members: number): Json => Object.fromEntries(Array.from({ length: members }, (_, name) => [name, 0]));

test('copies into a wide member cost only as much as the operations', () => {
  const operations = Array.from({ length: 2000 }, (_, index) => ({
    op: 'copy',
    from: '/from',
    path: `/wide/c${index}`,
  }));
  const result = patched({ from: { a: 1 }, wide: wide(20_000) }, operations);
  expect(Object.keys(valueAt(result ?? null, ['wide']) ?? {})).toHaveLength(22_000);
});

test('refuses a patch that writes into each of many copies of a wide member, and names the limit', () => {
  const operations = Array.from({ length: 200 }, (_, index): Json[] => [
    { op: 'copy', from: '/wide', path: `/c${index}` },
    { op: 'add', path: `/c${index}/new`, value: 1 },
  ]).flat();
  expect(refusal({ wide: wide(20_000) }, operations)).toBe(
    'inapplicable 3: The patch shifts and copies too much: besides the first copy of each value, 10000 members or 50000 elements may be copied.',
  );
});

test('writing into copies of a list costs a fifth of writing into copies of an object', () => {
  const operations = (copies: number) =>
    Array.from({ length: copies }, (_, index): Json[] => [
      { op: 'copy', from: '/list', path: `/c${index}` },
      { op: 'add', path: `/c${index}/-`, value: 1 },
    ]).flat();
  const list = new Array(2000).fill(0);
  expect(Object.keys(patched({ list }, operations(25)) ?? {})).toHaveLength(26);
  expect(refusal({ list }, operations(27))).toContain('50000 elements');
});

test('measures a value once, however often the result refers to it', () => {
  const seen: PropertyKey[] = [];
  const spied = new Proxy(wide(1000) as object, {
    ownKeys: (target) => {
      seen.push('');
      return Reflect.ownKeys(target);
    },
  }) as Json;
  const operations = Array.from({ length: 200 }, (_, index) => ({ op: 'copy', from: '/wide', path: `/c${index}` }));
  expect(Object.keys(patched({ wide: spied }, operations) ?? {})).toHaveLength(201);
  expect(seen.length).toBeLessThan(5);
});

test('refuses a patch that shifts a long array with each operation, and names the limit', () => {
  const operations = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/list/0', value: 1 }));
  expect(refusal({ list: new Array(100_000).fill(0) }, operations)).toMatch(/^inapplicable \d+: The patch shifts/);
});

test('accepts many appends to a long array', () => {
  const operations = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/list/-', value: 1 }));
  expect(valueAt(patched({ list: new Array(100_000).fill(0) }, operations) ?? null, ['list'])).toHaveLength(110_000);
});
