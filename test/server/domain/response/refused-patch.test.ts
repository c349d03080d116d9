import { expect, test } from 'vitest';
import { problem } from '../../../../server/domain/basics/problem.ts';
import type { Json } from '../../../../server/domain/json/json.ts';
import type { PatchStep } from '../../../../server/domain/json/json-patch.ts';
import { applyPatch, parsePatch } from '../../../../server/domain/json/json-patch.ts';
import { mergePatchSteps } from '../../../../server/domain/json/merge-patch.ts';
import type { PatchExplanation } from '../../../../server/domain/response/explanation.ts';
import { RefusedPatch } from '../../../../server/domain/response/refused-patch.ts';

const user = { name: 'Ada', status: 'active', age: 36, tags: ['a'] };

function refused(format: PatchExplanation['format'], steps: readonly PatchStep[], extensions: Record<string, Json>) {
  const reason = problem('invalid-record', 'The operation is too long.', extensions);
  return new RefusedPatch({ explainPatch: () => ({ format, steps }) }, reason)
    .explainPatch(undefined)
    .steps.map(({ path, applied, rolledBack, detail }) => [path, applied, rolledBack ?? false, detail]);
}

function stepsOf(patch: Json): readonly PatchStep[] {
  const operations = parsePatch(patch);
  if (!operations.ok) throw new Error(operations.problem.detail);
  const applied = applyPatch(user, operations.value);
  return applied.ok ? applied.value.steps : applied.problem.steps;
}

const whole = 'Not written, because the response refused the whole patch. On a copy of the record:';

test('no step of a merge patch was written, and each fault is at its step', () => {
  const steps = mergePatchSteps(user, { name: 'Bob', status: 'sleeping', age: -5 });
  const errors = [
    { pointer: '/status', detail: 'must be "active" or "inactive"' },
    { pointer: '/age', detail: 'must be at least 0' },
    { pointer: '', detail: 'needs the member email' },
  ];
  expect(refused('merge-patch', steps, { errors })).toEqual([
    ['/name', false, true, `${whole} Replaced "Ada" with "Bob".`],
    [
      '/status',
      false,
      false,
      'Not written, because the value must be "active" or "inactive". On a copy of the record: Replaced "active" with "sleeping".',
    ],
    [
      '/age',
      false,
      false,
      'Not written, because the value must be at least 0. On a copy of the record: Replaced 36 with -5.',
    ],
  ]);
});

test('a fault inside a written value belongs to the last step that writes it', () => {
  const steps = stepsOf([
    { op: 'replace', path: '/tags', value: ['b'] },
    { op: 'replace', path: '/tags', value: [1] },
    { op: 'test', path: '/tags/0', value: 1 },
  ]);
  const errors = [{ pointer: '/tags/0', detail: 'must be a string' }];
  expect(refused('json-patch', steps, { errors }).map(([, , rolledBack]) => rolledBack)).toEqual([true, false, true]);
  expect(refused('json-patch', steps, { errors })[1]?.[3]).toContain('because /tags/0 must be a string.');
});

test('the steps before a failed operation were not written either', () => {
  const steps = stepsOf([
    { op: 'replace', path: '/age', value: 1 },
    { op: 'test', path: '/name', value: 'Bob' },
  ]);
  expect(refused('json-patch', steps, { operation: 1 })).toEqual([
    ['/age', false, true, `${whole} Replaced 36 with 1.`],
    ['/name', false, false, 'Expected /name to be "Bob", found "Ada".'],
  ]);
});

test('an operation that worked and yet was refused has the reason', () => {
  const steps = stepsOf([{ op: 'replace', path: '/age', value: 1 }]);
  expect(refused('json-patch', steps, { operation: 0 })).toEqual([
    ['/age', false, false, 'The operation is too long. On a copy of the record: Replaced 36 with 1.'],
  ]);
});

test('all faults of one step are its reason, also of the first step', () => {
  const steps = mergePatchSteps(user, { tags: [1, 2], name: 'Bob' });
  const errors = [
    { pointer: '/tags/0', detail: 'must be a string' },
    { pointer: '/tags', detail: 'must be shorter' },
  ];
  expect(refused('merge-patch', steps, { errors }).map(([path, , rolledBack]) => [path, rolledBack])).toEqual([
    ['/tags', false],
    ['/name', true],
  ]);
  expect(refused('merge-patch', steps, { errors })[0]?.[3]).toContain(
    'because /tags/0 must be a string and the value must be shorter. On a copy',
  );
});

test('a fault belongs to a step around it, and not to one whose name only begins alike', () => {
  const errors = [{ pointer: '/tags2', detail: 'must be a string' }];
  const blamed = (patch: Json) =>
    refused('json-patch', stepsOf(patch), { errors }).map(([, , rolledBack]) => !rolledBack);
  expect(blamed([{ op: 'replace', path: '/tags', value: [] }])).toEqual([false]);
  expect(blamed([{ op: 'replace', path: '', value: { tags2: 1 } }])).toEqual([true]);
  const value = { op: 'add', path: '/tags2', value: 1 };
  expect(
    blamed([{ op: 'replace', path: '', value: {} }, value, { op: 'test', path: '', value: { tags2: 1 } }]),
  ).toEqual([...[false, true, false]]);
});

test('errors in another form are no faults of a step', () => {
  const steps = mergePatchSteps(user, { age: 5 });
  const errors: Json = [null, '/age', { pointer: '/age' }, { pointer: 1, detail: 'wrong' }, { detail: 'wrong' }];
  const others: readonly Json[] = [errors, '/age', { pointer: '/age', detail: 'wrong' }];
  for (const extension of others) {
    expect(refused('merge-patch', steps, { errors: extension })).toEqual([
      ['/age', false, true, `${whole} Replaced 36 with 5.`],
    ]);
  }
});
