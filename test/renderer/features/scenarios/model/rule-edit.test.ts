import { expect, test } from 'vitest';
import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import { asJson, rebasedRule } from '../../../../../renderer/features/scenarios/model/rule-edit.ts';
import type { Rule } from '../../../../../server/domain/scenario/scenario.ts';

const rule = (path: string, method?: string): Rule => ({
  when: { path, ...(method !== undefined && { method }) },
  then: { kind: 'delay', milliseconds: 5 },
});
const conflicts = () => new Conflicts({ say: () => {} });

test('an edited rule is found again after another window has added one before it', async () => {
  const edit = { index: 0, begun: rule('/a'), rule: asJson(rule('/a', 'GET')) };
  const rebased = await rebasedRule(conflicts(), [rule('/new'), rule('/a')], edit);
  expect(rebased).toEqual({ ok: true, value: { place: 1, merged: rule('/a', 'GET') } });
});

test('an edited rule is merged with a change of another member', async () => {
  const edit = { index: 0, begun: rule('/a'), rule: asJson(rule('/a', 'GET')) };
  const rebased = await rebasedRule(conflicts(), [rule('/b')], edit);
  expect(rebased).toEqual({ ok: true, value: { place: 0, merged: rule('/b', 'GET') } });
});

test('a collision is asked about, and going back keeps the edit', async () => {
  const asking = conflicts();
  const edit = { index: 0, begun: rule('/a'), rule: asJson(rule('/mine')) };
  const rebasing = rebasedRule(asking, [rule('/theirs')], edit);
  expect(asking.store.getState().question).toMatchObject({ name: 'rule 1', theirs: { when: { path: '/theirs' } } });
  asking.store.getState().question?.decide(null);
  expect(await rebasing).toMatchObject({ ok: false });
});

test('a rule that was deleted meanwhile is refused', async () => {
  const edit = { index: 0, begun: rule('/a'), rule: asJson(rule('/mine')) };
  expect(await rebasedRule(conflicts(), [], edit)).toMatchObject({
    ok: false,
    problem: 'The rule was deleted meanwhile.',
  });
});
