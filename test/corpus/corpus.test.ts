import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { parseCorpus } from './corpus-file.ts';
import { OpenApiCheck } from './openapi-check.ts';
import { playCase } from './run-case.ts';
import { Stages } from './stages.ts';

const folder = new URL('cases/', import.meta.url);
const cases = readdirSync(folder).flatMap((name) =>
  parseCorpus(readFileSync(new URL(name, folder), 'utf8')).map((one) => [`${name}: ${one.title}`, one] as const),
);

const stages = new Stages();
afterAll(() => stages.close());

test.each(cases)('%s', async (_title, one) => {
  const stage = await stages.for(one);
  const { exchanges, failures } = await playCase(one, stage);
  expect(failures.join('\n')).toBe('');
  expect(stage.faults).toEqual([]);

  const described = await stage.send({ target: '/openapi.json', headers: [['X-Mock-Scenario', 'Default']] });
  const check = new OpenApiCheck(JSON.parse(described.body));
  expect(exchanges.flatMap((exchange) => check.violations(exchange)).join('\n')).toBe('');
});
