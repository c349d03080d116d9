import { expect, test } from 'vitest';
import { finish } from '../../../server/domain/basics/work.ts';
import { Secrets } from '../../../server/domain/request/secrets.ts';
import { exportLog } from '../../../server/log/log-export.ts';
import { RequestLog } from '../../../server/log/request-log.ts';
import { explanation } from '../http/app/mock-server.ts';
import { requestHead } from './log-samples.ts';

function sampleLog(): RequestLog {
  const log = new RequestLog({ entries: 10, bytes: 100_000, bodyBytes: 10 });
  const post = log.begin({
    method: 'POST',
    target: '/api/users?name=A%20B&name=c+d&bad=%zz',
    headers: [
      'Host',
      'localhost:4010',
      'Content-Type',
      'application/json',
      'Authorization',
      'Bearer s3cret',
      'cookie',
      's3cret',
    ],
    scenario: '=Evil()',
    session: '@worker 1',
    time: Date.UTC(2026, 0, 2, 3, 4, 5),
    started: 100,
    origin: 'client',
  });
  log.received(post, '{"name":"a longer body"}', 24, 100.5);
  log.answered(
    post,
    {
      status: 201,
      headers: ['Content-Type', 'application/json', 'Location', '/api/users/1', 'Set-Cookie', 's3cret'],
      length: 2,
      body: '{}',
      bytes: 2,
      explainer: { explain: () => explanation },
    },
    102.5,
  );
  const gone = log.begin(requestHead({ target: '/users/1' }));
  log.abandoned(gone, 7);
  return log;
}

test('HAR has every member of version 1.2', () => {
  const { log } = JSON.parse(String(finish(exportLog(sampleLog(), 'har', { secrets: new Secrets() }))));

  expect(log).toMatchObject({ version: '1.2', creator: { name: expect.any(String), version: expect.any(String) } });
  expect(log.entries[0]).toMatchObject({
    startedDateTime: '2026-01-02T03:04:05.000Z',
    time: 2.5,
    timings: { send: 0.5, wait: 2, receive: 0 },
    comment: 'Scenario "=Evil()": The test said so.',
    request: {
      method: 'POST',
      url: 'http://localhost:4010/api/users?name=A%20B&name=c+d&bad=%zz',
      queryString: [
        { name: 'name', value: 'A B' },
        { name: 'name', value: 'c d' },
        { name: 'bad', value: '%zz' },
      ],
      postData: { mimeType: 'application/json', text: '{"name":"a', comment: expect.stringContaining('24 bytes') },
      headersSize: -1,
      bodySize: 24,
    },
    response: {
      status: 201,
      statusText: 'Created',
      content: { size: 2, mimeType: 'application/json', text: '{}' },
      redirectURL: '/api/users/1',
      headersSize: -1,
      bodySize: 2,
    },
  });
  expect(log.entries[1]).toMatchObject({ time: 7, response: { status: 0, content: { size: 0 }, bodySize: -1 } });
  for (const { time, timings, startedDateTime } of log.entries) {
    expect(timings.send + timings.wait + timings.receive).toBe(time);
    expect(Number.isNaN(Date.parse(startedDateTime))).toBe(false);
  }
});

test('JSON has the details unchanged', () => {
  const log = sampleLog();
  log.switched({ name: 'Slow', time: 5 });

  expect(JSON.parse(String(finish(exportLog(log, 'json', { secrets: null }))))).toEqual({
    total: 2,
    dropped: 0,
    switches: [{ name: 'Slow', time: 5 }],
    entries: JSON.parse(JSON.stringify([log.get(1), log.get(2)])),
  });
});

test('CSV has a line for each request and no formulas', () => {
  expect(String(finish(exportLog(sampleLog(), 'csv', { secrets: new Secrets() }))).split('\r\n')).toEqual([
    'id,time,method,path,status,durationMs,scenario,session,requestBytes,responseBytes,verdict',
    "1,2026-01-02T03:04:05.000Z,POST,/api/users?name=A%20B&name=c+d&bad=%zz,201,2.5,'=Evil(),'@worker 1,24,2,The test said so.",
    '2,1970-01-01T00:00:00.000Z,GET,/users/1,,7,Default,,0,0,',
    '',
  ]);
});

test.each(['har', 'json', 'csv'] as const)('secrets are masked in %s unless they are asked for', (format) => {
  const log = sampleLog();

  expect(String(finish(exportLog(log, format, { secrets: new Secrets() })))).not.toContain('s3cret');
  expect(String(finish(exportLog(log, format, { secrets: null }))).includes('s3cret')).toBe(format !== 'csv');
});

test.each(['har', 'json', 'csv'] as const)('pauses after each request of an export as %s', (format) => {
  const log = sampleLog();
  const pauses = [...exportLog(log, format, { secrets: null })].length;
  expect(pauses).toBe([...log.entries()].length);
});
