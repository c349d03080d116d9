/*
 * Published examples of patches and pointers, sent over HTTP. A record must be an object with a key, so each document is
 * the member `document` of a record, and every pointer begins with /document.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJsonArray, isJsonObject, type Json, jsonEqual, member } from '../../server/domain/json/json.ts';
import {
  mergePatchExamples,
  patchSpecification,
  patchSuite,
  pointerDocument,
  pointerExamples,
} from '../server/domain/json/published-examples.ts';
import { type RunningMock, startMock, workspaceOf } from '../support/running-mock.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock(workspaceOf({ documents: { records: [] } }));
});
afterAll(() => mock[Symbol.asyncDispose]());

const target = '/api/documents/1';

/** Stores a document and patches it. The result's document is undefined if the mock refused the patch. */
async function patched(
  document: Json,
  type: string,
  patch: Json,
): Promise<{ status: number; document: Json | undefined }> {
  const put = await mock.send({ method: 'PUT', target, body: JSON.stringify({ id: '1', document }) });
  const headers = [
    ['Content-Type', type],
    ['If-Match', put.header('ETag') ?? ''],
  ] as const;
  const response = await mock.send({ method: 'PATCH', target, headers, body: JSON.stringify(patch) });
  const after = await mock.send({ target });
  if (response.status !== 200) {
    expect([after.body, after.header('ETag')]).toEqual([put.body, put.header('ETag')]);
    return { status: response.status, document: undefined };
  }
  expect([after.body, after.header('ETag')]).toEqual([response.body, response.header('ETag')]);
  const record = after.json();
  return { status: 200, document: isJsonObject(record) ? (member(record, 'document') ?? null) : null };
}

/** Prefixes every pointer with /document. Leaves invalid pointers unchanged: the mock must refuse them. */
function prefixed(patch: Json): Json {
  if (!isJsonArray(patch)) return patch;
  const isPointer = (value: Json) => typeof value === 'string' && /^(?:\/|$)/.test(value);
  return patch.map((operation) => {
    if (!isJsonObject(operation)) return operation;
    const members = Object.entries(operation).map(([name, value]) =>
      (name === 'path' || name === 'from') && isPointer(value) ? [name, `/document${value}`] : [name, value],
    );
    return Object.fromEntries(members);
  });
}

/** Without two cases about duplicate members, which JSON.parse has already removed. */
const cases = [...patchSpecification, ...patchSuite].filter((one) => !one.disabled || one.error === undefined);

test('the published suite has 93 usable cases', () => {
  expect(cases.length).toBe(93);
});

test.each(cases.map((one, index) => [index, one.comment ?? JSON.stringify(one.patch), one] as const))(
  'json-patch-test-suite %i: %s',
  async (_index, _title, { doc, patch, expected, error }) => {
    const result = await patched(doc, 'application/json-patch+json', prefixed(patch));
    if (error === undefined) {
      expect(jsonEqual(result.document, expected ?? doc), JSON.stringify(result)).toBe(true);
    } else {
      expect([400, 409, 422]).toContain(result.status);
    }
  },
);

test.each(mergePatchExamples)('RFC 7396: %j patched with %j', async (document, patch, expected) => {
  for (const type of ['application/merge-patch+json', 'application/json']) {
    // A null in place of the document removes the member; no member comes nearer to a null document.
    const result = await patched(document, type, { document: patch });
    expect(result).toEqual({ status: 200, document: expected });
  }
});

test.each(pointerExamples)('RFC 6901: %j', async (pointer, value) => {
  const operation = (expected: Json) => [{ op: 'test', path: `/document${pointer}`, value: expected }];
  const type = 'application/json-patch+json';
  expect((await patched(pointerDocument, type, operation(value))).status).toBe(200);
  expect((await patched(pointerDocument, type, operation(['something else']))).status).toBe(409);
});
