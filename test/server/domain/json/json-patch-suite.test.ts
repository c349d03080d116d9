import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Json } from '../../../../server/domain/json/json.ts';
import { applyPatch, parsePatch } from '../../../../server/domain/json/json-patch.ts';
import { clone, deepFreeze } from './arbitrary-json.ts';
import { patchSpecification, patchSuite } from './published-examples.ts';

const runnable = [...patchSpecification, ...patchSuite].filter((one) => one.disabled !== true);

function run(document: Json, patch: Json): Json | undefined {
  const operations = parsePatch(patch);
  const applied = operations.ok ? applyPatch(document, operations.value) : operations;
  return applied.ok ? applied.value.value : undefined;
}

test('the suite has 91 runnable cases: 16 of the specification, 75 more', () => {
  expect([patchSpecification, patchSuite].map((cases) => cases.filter((one) => one.disabled !== true).length)).toEqual([
    16, 75,
  ]);
  expect(runnable.filter((one) => one.error !== undefined).length).toBe(23);
});

test.each(runnable.map((one, index) => [index, one.comment ?? JSON.stringify(one.patch), one] as const))(
  'suite case %i: %s',
  (_index, _title, { doc, patch, expected, error }) => {
    const document = deepFreeze(clone(doc));
    const result = run(document, deepFreeze(patch));
    const wanted = error === undefined ? (expected ?? doc) : undefined;
    expect(isDeepStrictEqual(result, wanted), JSON.stringify(result)).toBe(true);
    expect(document).toEqual(doc);
  },
);

/** Cases that the suite disables because some implementations require an object as the root. */
test.each([...patchSpecification, ...patchSuite].filter((one) => one.disabled === true && one.error === undefined))(
  'disabled suite case: $comment',
  ({ doc, patch, expected }) => {
    expect(run(doc, patch)).toEqual(expected ?? doc);
  },
);
