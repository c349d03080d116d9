/* Examples of patches and pointers that others published, for tests of the functions and of the mock API. */

import { createRequire } from 'node:module';
import type { Json } from '../../../../server/domain/json/json.ts';

/** A case of json-patch-tests, the suite shared by most implementations. */
interface PatchCase {
  readonly comment?: string;
  readonly doc: Json;
  readonly patch: Json;
  /** The result. A case with neither result nor error has only `test` operations that pass. */
  readonly expected?: Json;
  readonly error?: string;
  /** True if some implementations cannot run it. */
  readonly disabled?: boolean;
}

const require = createRequire(import.meta.url);
/** The examples of RFC 6902, appendix A, and a few more. */
export const patchSpecification: readonly PatchCase[] = require('json-patch-test-suite/spec_tests.json');
export const patchSuite: readonly PatchCase[] = require('json-patch-test-suite/tests.json');

/** RFC 7396, appendix A: target, patch, result. */
export const mergePatchExamples: readonly [Json, Json, Json][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

/** RFC 6901, section 5: the example document. */
export const pointerDocument: Json = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

/** RFC 6901, section 5: pointers and their values. */
export const pointerExamples: readonly [string, Json][] = [
  ['', pointerDocument],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/g|h', 4],
  ['/i\\j', 5],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
];
