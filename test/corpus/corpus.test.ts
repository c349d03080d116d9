import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import type { RunningMock } from '../support/running-mock.ts';
import { parseCorpus } from './corpus-file.ts';
import { playCase, type Stage } from './run-case.ts';
import { revisionOf, Stages } from './stages.ts';

const folder = new URL('cases/', import.meta.url);
const cases = readdirSync(folder).flatMap((name) =>
  parseCorpus(readFileSync(new URL(name, folder), 'utf8')).map((one) => [`${name}: ${one.title}`, one] as const),
);

const stages = new Stages();
afterAll(() => stages.close());

test.each(cases)('%s', async (_title, one) => {
  const mock = await stages.for(one);
  const changed: string[] = [];
  const { exchanges, failures } = await playCase(one, watched(mock, changed));
  expect(failures.join('\n')).toBe('');
  if (one.breaks !== 'refusals') expect(changed).toEqual([]);
  expect(mock.faults).toEqual([]);
  if (one.breaks === 'description') return;
  const check = await stages.check(mock);
  expect(exchanges.flatMap((exchange) => check.violations(exchange)).join('\n')).toBe('');
});

/** Adds reads and refused requests that change a record to `changed`. */
function watched(mock: RunningMock, changed: string[]): Stage {
  return {
    get host() {
      return mock.host;
    },
    restart: mock.restart,
    send: async (request) => {
      const before = await revisionOf(mock.host);
      const response = await mock.send(request);
      const mayChange = response.status < 300 && !['GET', 'HEAD', 'OPTIONS'].includes(request.method ?? 'GET');
      if (!mayChange && (await revisionOf(mock.host)) !== before) changed.push(`${request.method} ${request.target}`);
      return response;
    },
  };
}
