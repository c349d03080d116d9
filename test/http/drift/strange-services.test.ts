import { expect, onTestFinished, test } from 'vitest';
import type { Json } from '../../../server/domain/json/json.ts';
import { startMock, workspaceOf } from '../../support/running-mock.ts';
import { hostValue } from '../../support/temporary-host.ts';
import { startService } from '../upstream/services.ts';

const records = Array.from({ length: 6 }, (_, index) => ({ id: index + 1, name: `Thing ${index}`, at: index }));

/** The response of a service to every request. */
const responses: Readonly<Record<string, readonly [status: number, body: string, headers?: Record<string, string>]>> = {
  text: [200, 'hello', { 'Content-Type': 'text/plain' }],
  nothing: [204, ''],
  'an empty list': [200, '[]'],
  null: [200, 'null'],
  'a list of numbers': [200, '[1,2,3]'],
  'a list of nulls in an envelope': [200, '{"items":[null,null]}'],
  'records without keys': [200, '[{"a":1},{"a":2},{"a":2}]'],
  'keys that are no path': [201, JSON.stringify([{ id: '..' }, { id: '.' }, { id: '' }, { id: '\u0000' }])],
  'a record that is made at a path above': [201, '{"id":".."}', { Location: '/%E0%A4%A/..' }],
  'half of a surrogate pair': [200, '[{"id":"\\ud800","name":"\\ud800"},{"id":"b","name":"c"},{"id":"d","name":"e"}]'],
  'members with the names of prototypes': [200, '[{"__proto__":{"a":1},"constructor":2,"id":1},{"id":2},{"id":3}]'],
  'a cursor of another type': [200, JSON.stringify({ items: records, next_cursor: { a: 1 }, next: 7, total: '6' })],
  'the same list and links to itself': [
    200,
    JSON.stringify({ items: records, next: '/api/things?cursor=%E0%A4' }),
    { Link: '<x>; rel="next"' },
  ],
  'an error': [500, '<h1>Sorry</h1>'],
  'a redirect': [302, '', { Location: 'http://elsewhere.test/' }],
};

test.each(Object.entries(responses))(
  'a service that always sends %s is compared without a fault',
  async (_, [status, body, headers]) => {
    const service = await startService((req, res) => {
      req.resume();
      res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
    });
    onTestFinished(() => service.stop());
    await using mock = await startMock(workspaceOf({ things: { time: 'at', records } as Json }));
    const run = await hostValue(mock.host, 'drift.run', { url: service.url, writes: true, rate: 1000 });
    expect(run.checks.length).toBeGreaterThan(0);
    expect(mock.faults).toEqual([]);
    expect(service.requests.filter((line) => /\/\.{0,2}$/.test(line))).toEqual([]);
    await hostValue(mock.host, 'drift.report', { format: 'html' });
  },
);
