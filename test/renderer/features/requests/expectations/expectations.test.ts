import { expect, test } from 'vitest';
import { Conflicts } from '../../../../../renderer/conflict/conflicts.ts';
import { createClient } from '../../../../../renderer/console/client.ts';
import { createMirror } from '../../../../../renderer/console/mirror.ts';
import { Expectations, keyOf } from '../../../../../renderer/features/requests/expectations/expectations.ts';
import { createToaster } from '../../../../../renderer/ui/overlay/toaster.ts';
import { problem } from '../../../../../server/domain/basics/problem.ts';
import { accept, refuse } from '../../../../../server/domain/basics/result.ts';
import type { JsonObject } from '../../../../../server/domain/json/json.ts';
import type { Expectation } from '../../../../../server/domain/verification/expectation.ts';
import type { ExpectationResult } from '../../../../../server/domain/verification/result.ts';
import { FakeTransport, settled } from '../../../console/fake-transport.ts';

const result: ExpectationResult = {
  expectation: { name: 'reads', path: '/a', count: { atLeast: 1 } },
  outcome: 'met',
  verdict: 'Expected at least 1 request; 1 matched.',
  matched: 1,
  failed: 0,
  unknown: 0,
  requests: [1],
  matching: [{ id: 1, method: 'GET', path: '/a', status: 200 }],
  nearMisses: [],
};

/** What the form declares for an expectation like the one of the result. */
const declared = { expectation: { path: '/a', count: { atLeast: 1 } } };

async function open() {
  const transport = new FakeTransport();
  const client = createClient(transport);
  const toaster = createToaster();
  const conflicts = new Conflicts(toaster);
  const expectations = new Expectations(client, createMirror(client, transport), toaster, conflicts);
  transport.link('live');
  await transport.snapshot(0);
  let number = 0;
  const revise = (revision: number) => {
    number += 1;
    transport.send(number, { type: 'state', state: { expectations: { total: 1, met: 1, revision } } });
  };
  return { transport, toaster, conflicts, expectations, revise };
}

const listsIn = ({ calls }: FakeTransport) => calls.filter(({ name }) => name === 'expectations.list').length;

test('reads results after each change, one read at a time, until unsubscribed', async () => {
  const { transport, expectations, revise } = await open();
  const stop = expectations.follow();
  revise(1);
  revise(2);
  expect(listsIn(transport)).toBe(1);
  await transport.take('expectations.list').answer({ results: [] });
  expect(listsIn(transport)).toBe(1);
  await transport.take('expectations.list').answer({ results: [result] });
  expect(listsIn(transport)).toBe(0);
  expect(expectations.store.getState().results).toEqual([result]);
  stop();
  revise(3);
  expect(listsIn(transport)).toBe(0);
});

test('reads the results again from a host that started again, even at the same revision', async () => {
  const { transport, expectations } = await open();
  expectations.follow();
  await transport.take('expectations.list').answer({ results: [result] });
  transport.link('lost');
  transport.link('live');
  await transport.snapshot(0);
  await transport.take('expectations.list').answer({ results: [] });
  expect(expectations.store.getState().results).toEqual([]);
});

test('a person who returns to the list sees that of a host that started again meanwhile', async () => {
  const { transport, expectations } = await open();
  const leave = expectations.follow();
  await transport.take('expectations.list').answer({ results: [result] });
  leave();
  transport.link('lost');
  transport.link('live');
  await transport.snapshot(0);
  expectations.follow();
  await transport.take('expectations.list').answer({ results: [] });
  expect(expectations.store.getState().results).toEqual([]);
});

test('results that a host gave before it started again are read anew', async () => {
  const { transport, expectations } = await open();
  expectations.follow();
  const late = transport.take('expectations.list');
  transport.link('lost');
  transport.link('live');
  await transport.snapshot(0);
  await late.answer({ results: [result] });
  await transport.take('expectations.list').answer({ results: [] });
  expect(expectations.store.getState().results).toEqual([]);
});

test('selects a new expectation; a refusal stays in the form', async () => {
  const { transport, expectations } = await open();
  await expectations.begin();
  const refused = expectations.declare(declared, null);
  await transport.take('expectations.add').refuse('The name is taken.');
  expect(await refused).toEqual(refuse('The name is taken.'));
  expect(expectations.store.getState()).toMatchObject({ shown: false, draft: {} });
  const accepted = expectations.declare(declared, null);
  await transport.take('expectations.add').answer({ name: 'reads' });
  expect(await accepted).toEqual(accept(result.expectation));
  expect(expectations.store.getState()).toMatchObject({ shown: true, chosen: keyOf(result) });
});

/** What the host has deleted: not what was listed before, of which somebody else has deleted or declared some. */
const deleted = [
  { ...result.expectation, path: '/b' },
  { ...result.expectation, name: 'then', after: 'reads' },
];

test.each([
  ['remove', 'Deleted the expectation “reads”.', (expectations: Expectations) => expectations.remove(result)],
  ['clear', 'Deleted 2 expectations.', (expectations: Expectations) => expectations.clear()],
])('%s tells and restores what the host has deleted, whatever was listed', async (name, text, run) => {
  const { transport, toaster, expectations } = await open();
  const done = run(expectations);
  await transport.take(`expectations.${name}`).answer({ removed: deleted });
  await done;
  const [toast] = toaster.toasts();
  expect(toast?.text).toBe(text);
  toast?.action?.run();
  for (const expectation of deleted) {
    const call = transport.take('expectations.add');
    expect(call.input).toEqual({ expectation });
    await call.answer({ name: expectation.name });
  }
  expect(transport.calls.map(({ name }) => name)).toEqual([]);
});

test('expectations are restored beside one that somebody has declared again meanwhile', async () => {
  const { transport, toaster, expectations } = await open();
  const cleared = expectations.clear();
  await transport.take('expectations.clear').answer({ removed: deleted });
  await cleared;
  toaster.toasts()[0]?.action?.run();
  await transport.take('expectations.add').refuse('The name is taken.');
  const second = transport.take('expectations.add');
  expect(second.input).toEqual({ expectation: deleted[1] });
  await second.answer({ name: 'then' });
  expect(toaster.toasts().at(-1)?.text).toBe('The name is taken.');
});

test('a clear that found nothing offers no restore', async () => {
  const { transport, toaster, expectations } = await open();
  const cleared = expectations.clear();
  await transport.take('expectations.clear').answer({ removed: [] });
  await cleared;
  expect(toaster.toasts()).toMatchObject([{ text: 'There were no expectations.', action: null }]);
});

test('an edited expectation replaces the one of its name and session, and stays chosen', async () => {
  const { transport, expectations } = await open();
  const inSession = { ...result, expectation: { ...result.expectation, session: 's1' } };
  expectations.edit(inSession);
  expect(expectations.store.getState().draft).toMatchObject({ name: 'reads', path: '/a', session: 's1' });
  const edit = { expectation: { name: 'reads all', session: 's1', count: { exactly: 2 } }, since: 0 };
  const saved = expectations.declare(edit, inSession.expectation);
  const call = transport.take('expectations.add');
  const replaces = { name: 'reads', session: 's1' };
  expect(call.input).toEqual({ ...edit, replaces, base: inSession.expectation });
  await call.answer({ name: 'reads all' });
  expect(await saved).toEqual(accept(edit.expectation));
  expect(expectations.store.getState()).toMatchObject({ chosen: '["s1","reads all"]' });
});

const changed = (theirs: Expectation | null) =>
  problem('edit-conflict', 'It has changed.', { theirs: theirs as JsonObject | null });

test('an edit is merged with what somebody has changed in the expectation meanwhile', async () => {
  const { transport, toaster, expectations } = await open();
  expectations.edit(result);
  const saved = expectations.declare({ expectation: { path: '/a', count: { exactly: 2 } } }, result.expectation);
  const theirs = { ...result.expectation, method: 'GET' };
  await transport.take('expectations.add').refuseWith(changed(theirs));
  const second = transport.take('expectations.add');
  const merged = { ...theirs, count: { exactly: 2 } };
  expect(second.input).toEqual({ expectation: merged, replaces: { name: 'reads' }, base: theirs });
  await second.answer({ name: 'reads' });
  expect(await saved).toEqual(accept(merged));
  expect(toaster.toasts()).toMatchObject([{ text: 'Merged with changes made to “reads” meanwhile: method.' }]);
});

test('two counts collide as a whole, and a person who goes back to the form has saved nothing', async () => {
  const { transport, conflicts, expectations } = await open();
  expectations.edit(result);
  const saved = expectations.declare({ expectation: { path: '/a', count: { exactly: 2 } } }, result.expectation);
  await transport.take('expectations.add').refuseWith(changed({ ...result.expectation, count: { atMost: 3 } }));
  const { question } = conflicts.store.getState();
  expect([question?.mine.count, question?.theirs?.count]).toEqual([
    ['exactly', 2],
    ['atMost', 3],
  ]);
  question?.decide(null);
  expect(await saved).toEqual(refuse('It has changed meanwhile and was not saved.'));
  expect(transport.calls.map(({ name }) => name)).toEqual([]);
  expect(expectations.store.getState()).toMatchObject({ draft: { name: 'reads' }, edited: result.expectation });
});

test('an edited expectation that somebody has deleted is declared again if the person wants it', async () => {
  const { transport, conflicts, expectations } = await open();
  expectations.edit(result);
  const saved = expectations.declare(declared, result.expectation);
  await transport.take('expectations.add').refuseWith(changed(null));
  const { question } = conflicts.store.getState();
  question?.decide(question.mine);
  await settled();
  const again = transport.take('expectations.add');
  expect(again.input).toEqual({ expectation: result.expectation });
  await again.answer({ name: 'reads' });
  expect(await saved).toEqual(accept(result.expectation));
});

/** Two expectations with the first one chosen. */
async function openTwo() {
  const opened = await open();
  const { transport, expectations } = opened;
  const other = { ...result, expectation: { ...result.expectation, name: 'other' } };
  expectations.follow();
  await transport.take('expectations.list').answer({ results: [result, other] });
  expectations.choose(result);
  return { ...opened, other, chosen: () => expectations.store.getState().chosen };
}

test.each([
  ['remove', (expectations: Expectations) => expectations.remove(result)],
  ['clear', (expectations: Expectations) => expectations.clear()],
])('%s deselects what it deletes, but nothing that is chosen meanwhile', async (name, run) => {
  const { transport, expectations, other, chosen } = await openTwo();
  const first = run(expectations);
  await transport.take(`expectations.${name}`).answer({ removed: [result.expectation] });
  await first;
  expect(chosen()).toBeNull();
  expectations.choose(result);
  const second = run(expectations);
  expectations.choose(other);
  await transport.take(`expectations.${name}`).answer({ removed: [result.expectation] });
  await second;
  expect(chosen()).toBe(keyOf(other));
});

test('a form that is left before the reply moves nobody, and tells a refusal in a message', async () => {
  const { transport, toaster, expectations, chosen } = await openTwo();
  await expectations.begin();
  const added = expectations.declare(declared, null);
  expectations.closeForm();
  await expectations.begin();
  await transport.take('expectations.add').answer({ name: 'late' });
  expect(await added).toMatchObject({ ok: true });
  expect(expectations.store.getState()).toMatchObject({ shown: false, draft: {}, arriving: null });
  expect(chosen()).toBe(keyOf(result));
  const refused = expectations.declare(declared, null);
  expectations.closeForm();
  await transport.take('expectations.add').refuse('The name is taken.');
  await refused;
  expect(toaster.toasts().at(-1)?.text).toBe('The name is taken.');
});
