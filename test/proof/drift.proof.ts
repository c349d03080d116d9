/* The comparison with services that deviate in one point each. */
import { expect, test } from 'vitest';
import { planted, service, startPlanted, workspace } from '../support/planted.ts';
import { startMock } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';

test.each(planted)('$name is found, and nothing else; its change makes both equal', async (one) => {
  await using mock = await startMock(workspace());
  await using other = await startPlanted(one);
  const compare = async () => {
    const input = { url: service(other), writes: one.writes === true, rate: 1000 };
    const { checks } = await hostValue(mock.host, 'drift.run', input);
    return checks.filter(({ outcome }) => outcome === 'different');
  };
  const found = await compare();
  const rules = new Set(found.map(({ rule }) => rule));
  expect([...rules].toSorted(), JSON.stringify(found, null, 1)).toEqual([...one.rules].toSorted());
  const proposing = found.find(({ rule }) => rule === one.rules[0]);
  await hostValue(mock.host, 'drift.apply', { check: proposing?.id ?? '' });
  const left = await compare();
  if (one.stays) expect(left.length).toBeGreaterThan(0);
  else expect(left).toEqual([]);
  expect(await hostValue(mock.host, 'history.undo', {})).not.toEqual({ label: null });
  expect(await compare()).toHaveLength(found.length);
});
