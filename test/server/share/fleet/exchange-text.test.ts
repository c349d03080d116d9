import { expect, test } from 'vitest';
import type { LogLimits } from '../../../../server/domain/model/settings.ts';
import { type LogEntry, summarize } from '../../../../server/log/log-entry.ts';
import { RequestLog } from '../../../../server/log/request-log.ts';
import { ExchangeReader, ExchangeWriter } from '../../../../server/share/fleet/exchange-text.ts';
import { logExchange } from '../../log/log-samples.ts';

const limits: LogLimits = { entries: 100, bytes: 1_000_000, bodyBytes: 1000 };
const connection = { number: 3, address: '127.0.0.1' };

/** Logs the exchanges of one message as another instance does. */
function carried(log: RequestLog, entries: readonly LogEntry[], isWhole: boolean): readonly LogEntry[] {
  const writer = new ExchangeWriter(log);
  const message = JSON.parse(JSON.stringify(entries.map((entry) => writer.exchange(entry, isWhole))));
  const reader = new ExchangeReader(new RequestLog(limits), 'one');
  return message.map((text: never) => reader.enter(text));
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
  const writer = new ExchangeWriter(log);
  expect(entries.map((entry) => writer.exchange(entry, true)[0][2])).toEqual([['Host', 'me'], 0, [], ['Host', 'me']]);
  const read = carried(log, entries, true);
  expect(read.map(({ headers, response }) => [headers, response?.headers])).toEqual(lines.map((each) => [each, each]));
});
