/* The dialects of json-server beside json-server itself, over the same files. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../server/domain/json/json.ts';
import type { DialectName } from '../../server/domain/model/settings.ts';
import { type RunningMock, startMock } from '../support/running-mock.ts';
import { hostValue } from '../support/temporary-host.ts';
import { files } from './json-server-files.ts';
import { type Start, startNew, startOld } from './json-server-programs.ts';

/** Targets that the mock answers differently on purpose, with the reason. */
const differences: Readonly<Record<string, string>> = Object.fromEntries(
  ['0', '-3', 'many'].map((page) => [
    `json-server-0.17 /items?_page=${page}`,
    'All links of json-server lead to the page number that it could not use; those of the mock lead to the pages they name.',
  ]),
);

const versions = [
  { dialect: 'json-server-0.17', targets: 'old', start: startOld },
  { dialect: 'json-server-1', targets: 'new', start: startNew },
] as const satisfies readonly { dialect: DialectName; targets: 'old' | 'new'; start: Start }[];

let compared = 0;

describe.each(versions)('$dialect', ({ dialect, targets, start }) => {
  describe.each(files.filter((file) => file.both.length + file[targets].length > 0))('$name', (file) => {
    let mock: RunningMock;
    let other: Server;
    beforeAll(async () => {
      mock = await startMock(file.content);
      await hostValue(mock.host, 'settings.set', { settings: { dialect } });
      other = await start(structuredClone(file.content));
    });
    afterAll(async () => {
      other.close();
      await mock[Symbol.asyncDispose]();
    });

    test.each([...file.both, ...file[targets]])('GET %s', async (target) => {
      const expected = await read((other.address() as AddressInfo).port, target);
      const received = await read(mock.port, target);
      compared += 1;
      if (differences[`${dialect} ${target}`] === undefined) expect(received).toEqual(expected);
      else expect(received).not.toEqual(expected);
    });
  });
});

test('at least sixty targets of ten files are compared', () => {
  expect(files.length).toBeGreaterThanOrEqual(10);
  expect(compared).toBeGreaterThanOrEqual(60);
});

/** The parts of a response that a client of json-server reads. An empty Link header says as much as none. */
async function read(port: number, target: string): Promise<Json> {
  const response = await fetch(`http://127.0.0.1:${port}${target}`);
  const header = (name: string) => response.headers.get(name)?.replaceAll(`:${port}/`, ':0/') || null;
  return {
    status: response.status,
    type: header('content-type')?.split(';')[0] ?? null,
    total: header('x-total-count'),
    link: header('link'),
    body: (await response.json()) as Json,
  };
}
