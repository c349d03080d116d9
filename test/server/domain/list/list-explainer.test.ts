import { expect, test } from 'vitest';
import { ListExplainer } from '../../../../server/domain/list/list-explainer.ts';
import type { ListPlan } from '../../../../server/domain/list/list-plan.ts';
import { noListQuirks } from '../../../../server/domain/list/list-quirks.ts';
import { collectionOf } from './list-arbitraries.ts';

const usual = {
  collection: collectionOf([{ id: 1 }]),
  quirks: noListQuirks,
  overlay: undefined as (() => never) | undefined,
  findings: { start: 0, returned: 1, size: 2, matched: 1, counts: [1] },
};

type Given = typeof usual;

function explainersOf(...given: readonly Given[]): readonly ListExplainer[] {
  const plan = {} as ListPlan;
  return given.map(({ collection, quirks, overlay, findings }) =>
    ListExplainer.of(collection, plan, quirks, overlay, findings),
  );
}

test('responses to a plan with equal figures share their explanation', () => {
  const [first, second] = explainersOf(usual, usual);
  expect(second).toBe(first);
});

test.each<[string, Partial<Given>]>([
  ['collection', { collection: collectionOf([{ id: 1 }]) }],
  ['set of quirks', { quirks: { ...noListQuirks } }],
  ['overlay', { overlay: () => undefined as never }],
  ['start', { findings: { ...usual.findings, start: 1 } }],
  ['number of records', { findings: { ...usual.findings, returned: 0 } }],
  ['size', { findings: { ...usual.findings, size: 3 } }],
  ['number of matches', { findings: { ...usual.findings, matched: 2 } }],
  ['count of a condition', { findings: { ...usual.findings, counts: [2] } }],
])('responses to a plan with another %s do not', (_, changed) => {
  const [first, second, third] = explainersOf(usual, { ...usual, ...changed }, usual);
  expect(second).not.toBe(first);
  expect(third).not.toBe(second);
});
