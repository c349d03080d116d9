/** A console at one instance sees what happens at another one. */
import { expect, test } from 'vitest';
import type { ConsoleEvent } from '../../server/contract/event.ts';
import { eventually } from '../support/eventually.ts';
import { hostValue } from '../support/temporary-host.ts';
import { a, b, type Instance, shareInstances } from './instances.ts';

shareInstances();

/** The events that a console at an instance gets from now on. */
function eventsOf({ host }: Instance): readonly ConsoleEvent[] {
  const events: ConsoleEvent[] = [];
  host.subscribe((batch) => events.push(...batch));
  return events;
}

test('an edit and a scenario switch in one console reach the console of another instance', async () => {
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const) {
    const events = eventsOf(other);
    const name = one === a ? 'One' : 'Other';
    await hostValue(one.host, 'records.patch', { collection: 'users', id: '42', patch: { name } });
    await eventually(() => expect(events).toContainEqual(expect.objectContaining({ type: 'records', ids: ['42'] })));
    expect((await hostValue(other.host, 'records.get', { collection: 'users', id: '42' })).fixture).toMatchObject({
      name,
    });

    const scenario = { name, description: '', rules: [] };
    await hostValue(one.host, 'scenarios.put', { scenario });
    await hostValue(one.host, 'scenario.activate', { name });
    await eventually(() => {
      expect(events).toContainEqual(expect.objectContaining({ type: 'scenario-switched', name }));
      expect(events).toContainEqual(
        expect.objectContaining({ type: 'state', state: expect.objectContaining({ scenario: name }) }),
      );
    });
    const state = await hostValue(other.host, 'workspace.get', {});
    expect(state.scenarios.map((known) => known.name)).toContain(name);
  }
});

test("a client's write at one instance reaches the console of another one", async () => {
  const events = eventsOf(b);
  const headers = [['Content-Type', 'application/json']] as const;
  await a.send({ method: 'PATCH', target: '/api/users/42', headers, body: '{"name":"Client"}' });
  await eventually(() => expect(events).toContainEqual(expect.objectContaining({ type: 'records', ids: ['42'] })));
});

test('a request to one instance is in the log of a console at another one, with the name of its instance', async () => {
  const events = eventsOf(b);
  await a.send({ target: '/api/users/42?from=a' });
  const instance = a.share.state.instances.find(({ isThis }) => isThis)?.name;
  const row = expect.objectContaining({ path: '/api/users/42?from=a', status: 200, instance });
  const shown = expect.objectContaining({ type: 'requests', entries: expect.arrayContaining([row]) });
  await eventually(() => expect(events).toContainEqual(shown));
});
