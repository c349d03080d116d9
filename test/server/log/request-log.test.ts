import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogLimits } from '../../../server/domain/model/settings.ts';
import { type LogEntry, type SentResponse, summarize } from '../../../server/log/log-entry.ts';
import { RequestLog } from '../../../server/log/request-log.ts';
import { explanation } from '../http/app/mock-server.ts';
import { detailsOf } from './details-of.ts';
import { logExchange, requestHead, sentResponse } from './log-samples.ts';

const roomy: LogLimits = { entries: 1000, bytes: 1_000_000, bodyBytes: 1000 };

function withBody(text: string): Partial<SentResponse> {
  return { body: text, bytes: Buffer.byteLength(text) };
}

test('lists the newest request first, with consecutive ids', () => {
  const log = new RequestLog(roomy);
  for (const target of ['/a', '/b', '/c']) logExchange(log, { target });

  expect(log.list({ limit: 2 }).map(({ id, path }) => [id, path])).toEqual([
    [3, '/c'],
    [2, '/b'],
  ]);
});

test('drops and counts the oldest entries beyond the limit on entries', () => {
  const log = new RequestLog({ ...roomy, entries: 3 });
  for (let count = 0; count < 10; count += 1) logExchange(log);

  expect(log.list().map(({ id }) => id)).toEqual([10, 9, 8]);
  expect(log.state).toEqual({ total: 10, dropped: 7 });
  expect(log.get(7)).toBeUndefined();
  expect(log.get(8)?.id).toBe(8);
});

test('drops the oldest entries beyond the limit on bytes', () => {
  const log = new RequestLog({ entries: 100, bytes: 250, bodyBytes: 100 });
  for (let count = 0; count < 10; count += 1) logExchange(log, { target: '' }, withBody('x'.repeat(100)));

  expect(log.list().map(({ id }) => id)).toEqual([10, 9]);
  expect(log.bytes).toBe(200);
});

test('counts bytes in UTF-8, including heads', () => {
  const log = new RequestLog(roomy);
  logExchange(log, { target: '/ab', headers: ['Host', 'me'] }, { ...withBody('€'), headers: ['A', 'b'] });

  expect(log.bytes).toBe('/abHostmeAb'.length + 3);
});

test('always holds the latest request, of any size', () => {
  const log = new RequestLog({ entries: 10, bytes: 1, bodyBytes: 100 });
  logExchange(log);
  logExchange(log, { target: '/large' }, withBody('x'.repeat(50)));

  expect(log.list().map(({ path }) => path)).toEqual(['/large']);
});

test('keeps its limits and counts after arbitrary steps, and an empty log holds no bytes', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('begin' as const), size: fc.nat(60) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('receive' as const), which: fc.nat(9), size: fc.nat(60) }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('answer' as const), which: fc.nat(9), size: fc.nat(60) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('clear' as const, 'restore' as const) }) },
  );
  const limits = fc.record({ entries: fc.integer({ min: 1, max: 8 }), bytes: fc.nat(200), bodyBytes: fc.nat(40) });
  fc.assert(
    fc.property(limits, fc.array(step, { maxLength: 60 }), (caps, steps) => {
      const log = new RequestLog(caps);
      const open: LogEntry[] = [];
      let total = 0;
      let cleared: { restore: () => void; total: number } | undefined;
      for (const action of steps) {
        const text = 'size' in action ? 'é'.repeat(action.size / 2) : '';
        const entry = 'which' in action ? open.splice(action.which, 1)[0] : undefined;
        if (action.do === 'begin') {
          open.push(log.begin(requestHead({ target: text })));
          total += 1;
        } else if (action.do === 'receive' && entry) {
          log.received(entry, text, Buffer.byteLength(text), 0);
          open.push(entry);
        } else if (action.do === 'answer' && entry) {
          log.answered(entry, sentResponse(withBody(text)), 1);
        } else if (action.do === 'clear') {
          cleared = { restore: log.clear(), total };
          total = 0;
          expect(log.bytes).toBe(0);
        } else if (action.do === 'restore' && cleared) {
          cleared.restore();
          total += cleared.total;
          cleared = undefined;
        }
        const rows = log.list();
        expect(log.state).toEqual({ total, dropped: total - rows.length });
        expect(rows.length).toBeLessThanOrEqual(caps.entries);
        expect(log.bytes <= caps.bytes || rows.length === 1).toBe(true);
        expect(rows.every(({ id }) => log.get(id)?.id === id)).toBe(true);
      }
      for (const entry of open) log.answered(entry, sentResponse(), 1);
      log.clear();
      expect([log.bytes, log.list()]).toEqual([0, []]);
    }),
  );
});

test('notifies observers of a request that was cleared in progress, and does not hold it', () => {
  const log = new RequestLog(roomy);
  const entry = log.begin(requestHead());
  const seen: (number | null)[] = [];
  log.observers.add(({ durationMicros }) => seen.push(durationMicros));

  log.clear();
  log.answered(entry, sentResponse(), 5);

  expect(seen).toEqual([5000]);
  expect(log.holds(entry)).toBe(false);
  expect([log.list(), log.bytes, log.state]).toEqual([[], 0, { total: 0, dropped: 0 }]);
});

test('holds the latest 200 scenario switches in order until the log is cleared', () => {
  const log = new RequestLog(roomy);
  for (let time = 1; time <= 250; time++) log.switched({ name: `Scenario ${time % 2}`, time });
  expect(log.switches.map(({ time }) => time)).toEqual(Array.from({ length: 200 }, (_, index) => index + 51));
  log.clear();
  expect(log.switches).toEqual([]);
});

test('counts an entry that was dropped between a clear and its undo', () => {
  const log = new RequestLog({ entries: 2, bytes: 4, bodyBytes: 0 });
  const restore = log.clear();
  log.begin(requestHead({ target: 'é' }));
  log.begin(requestHead({ target: 'éééé' }));
  restore();
  expect([log.list().length, log.state]).toEqual([1, { total: 2, dropped: 1 }]);
});

test('restores cleared entries before newer ones', () => {
  const log = new RequestLog({ ...roomy, entries: 3 });
  for (const target of ['/1', '/2', '/3']) logExchange(log, { target }, withBody(target));
  const restore = log.clear();
  logExchange(log, { target: '/4' }, withBody('/4'));
  restore();
  expect(log.list().map(({ id, path }) => [id, path])).toEqual([
    [4, '/4'],
    [3, '/3'],
    [2, '/2'],
  ]);
  expect(log.state).toEqual({ total: 4, dropped: 1 });
  expect(log.get(3)?.response?.body?.content).toBe('/3');
});

test('notifies an observer of the start and the end of a request until it is removed', () => {
  const log = new RequestLog(roomy);
  const seen: (readonly [number, number | null])[] = [];
  const stop = log.observers.add((entry) => seen.push([entry.id, summarize(entry).status]));

  logExchange(log);
  stop();
  logExchange(log);

  expect(seen).toEqual([
    [1, null],
    [1, 200],
  ]);
});

test('search looks at method, path, status and scenario, ignoring case', () => {
  const log = new RequestLog(roomy);
  logExchange(log, { method: 'PATCH', target: '/api/Users/1' });
  logExchange(log, { target: '/users/2', scenario: 'Slow' }, { status: 404 });

  const found = (query: string) => log.list({ query }).map(({ id }) => id);
  expect([found('patch'), found('users'), found('404'), found('slow'), found('nothing')]).toEqual([
    [1],
    [2, 1],
    [2],
    [2],
    [],
  ]);
});

test('the limit of a search counts matches, not entries', () => {
  const log = new RequestLog(roomy);
  for (const target of ['/a', '/b', '/a', '/b', '/b']) logExchange(log, { target });

  expect(log.list({ query: '/a', limit: 2 }).map(({ id }) => id)).toEqual([3, 1]);
  expect(log.list({ query: '/b', from: 3 }).map(({ id }) => id)).toEqual([5, 4]);
});

test('lists a request with the scenario that it chose', () => {
  const log = new RequestLog(roomy);
  const chosen = { ...explanation, scenario: { name: 'Mine', chosenBy: 'request' as const, rules: [] } };
  logExchange(log, { headers: ['X-Mock-Scenario', 'mine'] }, { explainer: { explain: () => chosen } });

  expect(log.list()).toMatchObject([{ scenario: 'Mine' }]);
});

test('makes an explanation on demand', () => {
  const log = new RequestLog(roomy);
  let made = 0;
  const explain = () => {
    made += 1;
    return explanation;
  };
  logExchange(log, {}, { explainer: { explain } });
  expect([log.list().length, made]).toEqual([1, 0]);

  expect(log.get(1)?.explanation).toEqual(explanation);
  expect(made).toBe(1);
});

test('makes an explanation early and counts its size if it would refer to large objects', () => {
  const log = new RequestLog(roomy);
  const large = 'x'.repeat(1025);
  const explained = JSON.stringify(explanation).length;
  let made = 0;
  const explain = () => {
    made += 1;
    return explanation;
  };
  const patch = log.begin(requestHead({ target: '' }));
  log.received(patch, large, large.length, 0);
  log.answered(patch, sentResponse({ explainer: { explain } }), 1);
  const list = log.begin(requestHead({ target: '' }));
  log.answered(list, sentResponse({ explainer: { explain }, ...withBody(large) }), 1);

  expect(made).toBe(2);
  expect(log.bytes).toBe(2 * (roomy.bodyBytes + explained));
  expect(log.get(1)?.explanation).toEqual(explanation);
});

test('a request without a response has neither response nor explanation', () => {
  const log = new RequestLog(roomy);
  log.abandoned(log.begin(requestHead({ started: 2 })), 5);

  expect(log.get(1)).toMatchObject({ status: null, durationMs: 3, response: null, explanation: null });
});

test('shares equal header lines between responses', () => {
  const log = new RequestLog(roomy);
  logExchange(log, {}, { headers: ['ETag', '"a"'], length: 1 });
  logExchange(log, {}, { headers: ['ETag', '"a"'], length: 2 });
  logExchange(log, {}, { headers: ['ETag', '"b"'], length: null });

  expect(Array.from(detailsOf(log), ({ response }) => response?.headers)).toEqual([
    [
      ['ETag', '"a"'],
      ['Content-Length', '1'],
    ],
    [
      ['ETag', '"a"'],
      ['Content-Length', '2'],
    ],
    [['ETag', '"b"']],
  ]);
});

test('details come oldest first', () => {
  const log = new RequestLog({ ...roomy, entries: 2 });
  for (let count = 0; count < 3; count += 1) logExchange(log);

  expect(Array.from(detailsOf(log), ({ id }) => id)).toEqual([2, 3]);
});

test('a request has the times of its body and of the decision, and its delay', () => {
  const log = new RequestLog(roomy);
  const entry = log.begin(requestHead());
  log.received(entry, '{}', 2, entry.started + 1.5);
  log.delayed(entry, { delayMs: 100, status: 200 }, entry.started + 2);
  expect(log.get(1)?.timing).toEqual({ bodyMs: 1.5, decidedMs: 2, delayMs: 100 });
});
