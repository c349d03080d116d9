import { expect, test } from 'vitest';
import type { LogLimits } from '../../../../server/domain/model/settings.ts';
import { type LogEntry, summarize } from '../../../../server/log/log-entry.ts';
import { RequestLog } from '../../../../server/log/request-log.ts';
import { ExchangeReader, ExchangeWriter } from '../../../../server/share/fleet/exchange-text.ts';
import { logExchange, requestHead } from '../../log/log-samples.ts';

const limits: LogLimits = { entries: 100, bytes: 1_000_000, bodyBytes: 1000 };
const connection = { number: 3, address: '127.0.0.1' };

/** Logs the exchanges of one message as another instance does. */
function carried(log: RequestLog, entries: readonly LogEntry[], isWhole: boolean): readonly LogEntry[] {
  const reader = new ExchangeReader(new RequestLog(limits), 'one');
  return written(log, entries, isWhole).flatMap((text) => reader.enter(JSON.parse(text)));
}

/** The texts of the exchanges of one message. */
function written(log: RequestLog, entries: readonly LogEntry[], isWhole: boolean): readonly string[] {
  const writer = new ExchangeWriter(log);
  for (const entry of entries) writer.add(entry, isWhole);
  return writer.texts.map((text) => JSON.stringify(text));
}

test('an exchange that is not sent whole keeps its head, its status, its size and its duration', () => {
  const log = new RequestLog(limits);
  const entry = logExchange(log, { target: '/a', headers: ['Host', 'me'], connection }, { bytes: 7, status: 404 });
  const [read] = carried(log, [entry], false);
  expect(read).toMatchObject({ headers: ['Host', 'me'], response: { headers: [], body: null, bytes: 7 } });
  expect(read && summarize(read)).toEqual({ ...summarize(entry), instance: 'one' });
});

test('equal header lines of consecutive exchanges are written once, also those of other connections', () => {
  const log = new RequestLog(limits);
  const lines = [['Host', 'me'], ['Host', 'me'], [], ['Host', 'me']];
  const entries = lines.map((headers) => logExchange(log, { headers }, { headers, body: 'x', bytes: 1 }));
  const heads = written(log, entries, true).map((text) => JSON.parse(text)[0]);
  expect(heads.map(([, , headers]) => headers)).toEqual([['Host', 'me'], 0, [], ['Host', 'me']]);
  const read = carried(log, entries, true);
  expect(read.map(({ headers, response }) => [headers, response?.headers])).toEqual(lines.map((each) => [each, each]));
});

test('an exchange with a head like the one before it has only its target, times, connection, status and size', () => {
  const log = new RequestLog(limits);
  const heads = [
    { target: '/a', time: 1000, connection },
    { target: '/b', time: 1003, connection: { ...connection, number: 9 } },
    { target: '/a', time: 1001, connection },
  ];
  const entries = heads.map((head) => logExchange(log, { ...head, headers: ['Host', 'me'] }, { bytes: 7 }));
  const [first, ...others] = written(log, entries, false);
  expect(first).toContain('"GET"');
  expect(others).toEqual(['["/b",3,9,1000,200,7,"/a",-2,3,1000,200,7]']);
  expect(carried(log, entries, false).map(summarize)).toEqual(
    entries.map((entry) => ({ ...summarize(entry), instance: 'one' })),
  );
});

test('an exchange after a different one, and after a request in progress, has its own head', () => {
  const log = new RequestLog(limits);
  const heads = [{}, { method: 'HEAD' }, { scenario: 'Slow' }, { session: 's' }, { origin: 'console' as const }, {}];
  const others = [{ isSecure: true }, { connection: { number: 3, address: '::1' } }, { headers: ['Host', 'you'] }, {}];
  const all = [...heads, ...others].map((head) => ({ connection, ...head }));
  const entries = all.map((head) => logExchange(log, head, { bytes: 7 }));
  const running = log.begin(requestHead({ connection, target: '/running' }));
  const after = logExchange(log, { connection }, { bytes: 7 });
  const read = carried(log, [...entries, running, after], false);
  const expected = [...entries, running, after].map((entry) => ({ ...summarize(entry), instance: 'one' }));
  expect(read.map(summarize)).toEqual(expected);
  expect(read.map(({ headers }) => headers)).toEqual([...entries, running, after].map(({ headers }) => headers));
});
