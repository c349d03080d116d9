import fc from 'fast-check';
import { expect } from 'vitest';
import type { RequestSummary } from '../../../server/contract/schema/state.ts';
import { eventually } from '../../support/eventually.ts';
import { hostValue } from '../../support/temporary-host.ts';
import type { Model } from './model.ts';
import { decide } from './record-steps.ts';
import type { Rig } from './rig.ts';
import { type Step, step } from './step.ts';
import { session } from './values.ts';

const name = fc.constantFrom('reads', 'more reads');

const expectStep: fc.Arbitrary<Step> = step(
  'expectations.add',
  fc.record({ name, session }),
  async ({ expectations, reads }, rig, { name: added, session: of }) => {
    const pattern = { method: 'GET', path: '/users/{userId}', ...(of === null ? {} : { session: of }) };
    // A name is taken only within its session.
    const key = `${of} ${added}`;
    const isAccepted = !expectations.has(key);
    await settled(rig);
    await decide(rig, 'expectations.add', { expectation: { name: added, ...pattern } }, isAccepted);
    if (isAccepted) expectations.set(key, { session: of, from: reads.length });
  },
);

const removeStep: fc.Arbitrary<Step> = step(
  'expectations.remove',
  fc.record({ name, session }),
  async ({ expectations }, rig, { name: removed, session: of }) => {
    const isAccepted = expectations.delete(`${of} ${removed}`);
    await decide(rig, 'expectations.remove', { name: removed, ...(of === null ? {} : { session: of }) }, isAccepted);
  },
);

/** An expectation without a session counts the requests of all. */
const countStep: fc.Arbitrary<Step> = step('expectations.list', fc.constant(null), async (model, rig) => {
  await settled(rig);
  const { results } = await hostValue(rig.now.host, 'expectations.list', {});
  const counts = results.map(({ expectation, matched, outcome }) => [expectation.session ?? null, matched, outcome]);
  expect(counts).toEqual([...model.expectations.values()].map((one) => [one.session, ...counted(model, one)]));
});

function counted({ reads }: Model, { session: of, from }: { readonly session: string | null; readonly from: number }) {
  const matched = reads.slice(from).filter((one) => of === null || one === of).length;
  return [matched, matched > 0 ? 'met' : 'not-met'] as const;
}

const clearStep: fc.Arbitrary<Step> = step('requests.clear', fc.constant(null), async (_, rig) => {
  await settled(rig);
  await decide(rig, 'requests.clear', {}, true);
  await settled(rig);
});

/** Waits until every request has ended in the log, and the mirror's log equals that of the host. */
async function settled({ now: { host, mirror } }: Rig): Promise<void> {
  await eventually(async () => {
    const { entries } = await hostValue(host, 'requests.list', { limit: 10_000 });
    const mirrored = mirror.log.copy().flatMap((line) => (line.kind === 'request' ? [essence(line.request)] : []));
    expect(mirrored).toEqual(entries.map(essence).reverse());
    expect(entries.filter(({ status }) => status === null)).toEqual([]);
  });
}

function essence({ id, method, path, status, scenario, session: of }: RequestSummary): string {
  return [id, method, path, status, scenario, of].join(' ');
}

/** What the console says of the requests. */
export const logSteps = [expectStep, removeStep, countStep, countStep, clearStep];
