import { expect, test } from 'vitest';
import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import { asJson, rebasedRule } from '../../../../../renderer/features/scenarios/model/rule-edit.ts';
import type { Rule } from '../../../../../server/domain/scenario/scenario.ts';

const rule = (path: string, method?: string): Rule => ({
  when: { path, ...(method !== undefined && { method }) },
  then: { kind: 'delay', milliseconds: 5 },
});
const conflicts = () => new Conflicts({ say: () => {} });

test('an edited rule is merged with a change of another member', async () => {
  const edit = { index: 0, begun: asJson(rule('/a')), rule: asJson(rule('/a', 'GET')) };
  const rebased = await rebasedRule(conflicts(), [rule('/b')], edit);
  expect(rebased).toEqual({ ok: true, value: rule('/b', 'GET') });
});

test('a collision is asked about, and going back keeps the edit', async () => {
  const asking = conflicts();
  const edit = { index: 0, begun: asJson(rule('/a')), rule: asJson(rule('/mine')) };
  const rebasing = rebasedRule(asking, [rule('/theirs')], edit);
  expect(asking.store.getState().question).toMatchObject({ name: 'rule 1', theirs: { when: { path: '/theirs' } } });
  asking.store.getState().question?.decide(null);
  expect(await rebasing).toMatchObject({ ok: false });
});

test('a rule that was deleted meanwhile is refused', async () => {
  const edit = { index: -1, begun: asJson(rule('/a')), rule: asJson(rule('/mine')) };
  expect(await rebasedRule(conflicts(), [rule('/a')], edit)).toMatchObject({
    ok: false,
    problem: 'The rule was deleted meanwhile.',
  });
});
