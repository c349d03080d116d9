import { expect, test } from 'vitest';
import { asJson } from '../../../../../renderer/features/scenarios/model/rule-edit.ts';
import { accept, refuse } from '../../../../../server/domain/basics/result.ts';
import type { JsonObject } from '../../../../../server/domain/json/json.ts';
import { eventually } from '../../../../support/eventually.ts';
import { requestDetail } from '../../../console/fake-transport.ts';
import { kinds, openRules, openScenarios } from './open-scenarios.ts';

test('an added rule, and not the one that was open, is the one to get the focus', async () => {
  await using console = await openScenarios();
  const { scenarios } = console;
  scenarios.choose('Nobody is active');
  const focused = new Set<number | null>();
  const stop = console.watch(() => {
    const { isAddingRule, openRule } = scenarios.store.getState();
    if (!isAddingRule) return;
    focused.add(openRule);
    scenarios.store.setState({ isAddingRule: false });
  });
  await scenarios.rules.add('Nobody is active', 'fault');
  const first = scenarios.store.getState().openRule;
  await scenarios.rules.add('Nobody is active', 'delay');
  stop();
  expect([...focused]).toEqual([first, scenarios.store.getState().openRule]);
});

test('adds, copies, moves and deletes rules and keeps the open one', async () => {
  await using console = await openRules();
  const { name, scenarios, toaster } = console;
  expect(scenarios.store.getState().openRule).toBe(3);
  await scenarios.rules.move(name, 2, 0);
  expect(kinds(scenarios.shown?.rules)).toEqual(['fault', 'user-status', 'delay']);
  expect(scenarios.store.getState().openRule).toBe(3);
  await scenarios.rules.duplicate(name, 3);
  expect(kinds(scenarios.shown?.rules)).toEqual(['fault', 'fault', 'user-status', 'delay']);
  await scenarios.rules.remove(name, 2);
  expect(kinds(scenarios.shown?.rules)).toEqual(['fault', 'fault', 'user-status']);
  toaster.toasts()[0]?.action?.run();
  await eventually(() => expect(kinds(scenarios.shown?.rules)).toHaveLength(4));
});

test('quick moves of a rule move that rule each time', async () => {
  await using console = await openRules();
  const { name, scenarios } = console;
  await Promise.all([scenarios.rules.move(name, 0, 1), scenarios.rules.move(name, 0, 1)]);
  expect(kinds(scenarios.shown?.rules)).toEqual(['delay', 'fault', 'user-status']);
  await Promise.all([
    scenarios.rules.move(name, 2, 1),
    scenarios.rules.remove(name, 1),
    scenarios.rules.move(name, 1, 2),
  ]);
  expect(kinds(scenarios.shown?.rules)).toEqual(['delay', 'fault']);
});

test('keeps concurrent edits of a rule and ignores an invalid one', async () => {
  await using console = await openScenarios();
  const { scenarios } = console;
  const name = 'Nobody is active';
  const withWhen = (member: string, value: string) =>
    scenarios.rules.edit(name, 1, ({ when, then }) => accept({ when: { ...when, [member]: value }, then }));
  const outcomes = await Promise.all([
    withWhen('path', '/users/42'),
    withWhen('id', '42'),
    scenarios.rules.edit(name, 1, () => refuse('Not a number.')),
    withWhen('method', 'get'),
    withWhen('method', 'GET'),
  ]);
  expect(outcomes).toEqual([null, null, 'Not a number.', 'Must be a method such as "GET", but this is "get".', null]);
  const changed = scenarios.all.find((one) => one.name === name);
  expect(changed?.rules[0]?.when).toEqual({ path: '/users/42', id: '42', method: 'GET' });
});

test('reports place and reason of an invalid rule and changes nothing', async () => {
  await using console = await openScenarios();
  const { scenarios } = console;
  const before = scenarios.all;
  const [begun] = before.find(({ name }) => name === 'Nobody is active')?.rules ?? [];
  if (!begun) throw new Error('The scenario has no rule.');
  const broken = { when: { method: 'get' }, then: { kind: 'answer', status: 99 } };
  expect(await scenarios.rules.replace('Nobody is active', 1, asJson(begun), broken)).toEqual({
    pointer: '/when/method',
    reason: 'Must be a method such as "GET", but this is "get".',
  });
  expect(scenarios.all).toBe(before);
});

test('adds a rule like a logged request to the active scenario, or to a new one instead of Default', async () => {
  await using console = await openScenarios();
  const { scenarios, toaster } = console;
  const detail = requestDetail(1, { method: 'GET', path: '/users/42', status: 404 });
  expect(await scenarios.rules.addLike(detail)).toBe(true);
  expect(scenarios.shown).toMatchObject({ name: 'GET responds with 404', rules: [{ then: { status: 404 } }] });
  expect(scenarios.store.getState().openRule).toBe(1);

  await scenarios.activate('Nobody is active');
  expect(await scenarios.rules.addLike(detail)).toBe(true);
  expect(scenarios.shown?.name).toBe('Nobody is active');
  expect(kinds(scenarios.shown?.rules)).toEqual(['user-status', 'answer']);
  expect(scenarios.store.getState().openRule).toBe(2);
  expect(toaster.toasts().at(-1)?.text).toBe('Added a rule to “Nobody is active”, which is active for all clients.');
  toaster.toasts().at(-1)?.action?.run();
  await eventually(() => expect(kinds(scenarios.shown?.rules)).toEqual(['user-status']));

  expect(await scenarios.rules.addLike(requestDetail(1, { status: null, response: null }))).toBe(false);
  expect(toaster.toasts().at(-1)?.text).toMatch(/no response/);
});

test('a rule that is added while the scenario gets its name belongs to it', async () => {
  await using console = await openScenarios();
  const { scenarios } = console;
  await scenarios.add();
  const renamed = scenarios.change('New scenario', (scenario) => ({ ...scenario, name: 'Slow' }));
  await Promise.all([renamed, scenarios.rules.add('New scenario', 'delay')]);
  const slow = scenarios.all.find(({ name }) => name === 'Slow');
  expect(kinds(slow?.rules)).toEqual(['delay']);
  expect(scenarios.store.getState().openRule).toBe(slow && scenarios.rules.ids.of(slow)[0]);
});

test('a rule edited as JSON finds itself although a rule before it is deleted meanwhile', async () => {
  await using console = await openRules();
  const { name, scenarios } = console;
  const [, begun] = scenarios.named(name).rules;
  if (!begun) throw new Error('The rule is missing.');
  const edited = { when: { path: '/edited' }, then: { ...begun.then } };
  const outcomes = await Promise.all([
    scenarios.rules.edit(name, 3, ({ then }) => accept({ when: { path: '/quick' }, then })),
    scenarios.rules.replace(name, 2, asJson(begun), edited as JsonObject),
    scenarios.rules.remove(name, 1),
    scenarios.rules.replace(name, 1, asJson(begun), edited as JsonObject),
  ]);
  expect(outcomes).toEqual([null, null, undefined, { pointer: '', reason: 'The rule was deleted meanwhile.' }]);
  expect(scenarios.named(name).rules.map(({ when, then }) => [then.kind, when.path])).toEqual([
    ['delay', '/edited'],
    ['fault', '/quick'],
  ]);
});

test('a rule edited as JSON twice before the reply is saved once, and leaves an equal rule beside it alone', async () => {
  await using console = await openRules();
  const { name, scenarios } = console;
  await scenarios.rules.duplicate(name, 1);
  const [begun] = scenarios.named(name).rules;
  const copy = scenarios.store.getState().openRule;
  if (!begun || copy === null) throw new Error('The rule is missing.');
  const edited = asJson({ ...begun, when: { path: '/edited' } });
  const replace = () => scenarios.rules.replace(name, copy, asJson(begun), edited);
  expect(await Promise.all([replace(), replace()])).toEqual([null, null]);
  expect(scenarios.named(name).rules.map(({ when }) => when.path)).toEqual([
    undefined,
    '/edited',
    undefined,
    undefined,
  ]);
  expect(console.toaster.toasts().filter(({ text }) => text.startsWith('Merged'))).toEqual([]);
});

test('two quick edits of a rule that has a copy are both made in that rule', async () => {
  await using console = await openRules();
  const { name, scenarios } = console;
  await scenarios.rules.duplicate(name, 1);
  const withWhen = (member: string, value: string) =>
    scenarios.rules.edit(name, 1, ({ when, then }) => accept({ when: { ...when, [member]: value }, then }));
  expect(await Promise.all([withWhen('path', '/users/42'), withWhen('method', 'GET')])).toEqual([null, null]);
  expect(scenarios.named(name).rules.map(({ when }) => when)).toEqual([
    { path: '/users/42', method: 'GET' },
    {},
    {},
    {},
  ]);
});

test('a rule whose copy or original is deleted or moved away stays open, and what is deleted is what was asked for', async () => {
  await using console = await openRules();
  const { name, scenarios } = console;
  const ids = () => scenarios.rules.ids.of(scenarios.named(name));
  await scenarios.rules.duplicate(name, 1);
  expect([ids(), scenarios.store.getState().openRule]).toEqual([[1, 4, 2, 3], 4]);
  await scenarios.rules.move(name, 0, 2);
  expect(ids()).toEqual([4, 2, 1, 3]);
  await scenarios.rules.remove(name, 1);
  expect([ids(), scenarios.store.getState().openRule]).toEqual([[4, 2, 3], 4]);
  await scenarios.rules.duplicate(name, 4);
  await scenarios.rules.remove(name, 4);
  expect([ids(), scenarios.store.getState().openRule]).toEqual([[5, 2, 3], 5]);
});
