import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { parseCorpus } from './corpus-file.ts';
import { playCase } from './run-case.ts';
import { Stages } from './stages.ts';

const folder = new URL('cases/', import.meta.url);
const cases = readdirSync(folder).flatMap((name) =>
  parseCorpus(readFileSync(new URL(name, folder), 'utf8')).map((one) => [`${name}: ${one.title}`, one] as const),
);

const stages = new Stages();
afterAll(() => stages.close());

test.each(cases)('%s', async (_title, one) => {
  const mock = await stages.for(one);
  const { exchanges, failures } = await playCase(one, mock);
  expect(failures.join('\n')).toBe('');
  expect(mock.faults).toEqual([]);
  const check = await stages.check(mock);
  expect(exchanges.flatMap((exchange) => check.violations(exchange)).join('\n')).toBe('');
});
