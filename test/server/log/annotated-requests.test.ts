import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogEntry, RequestHead } from '../../../server/log/log-entry.ts';
import { latestEntries } from '../../../server/log/log-search.ts';
import { RequestLog } from '../../../server/log/request-log.ts';
import { detailsOf } from './details-of.ts';
import { requestHead, sentResponse } from './log-samples.ts';

const head = (overrides: Partial<RequestHead> = {}) => requestHead({ started: 5, ...overrides });

function answer(log: RequestLog, entry: LogEntry, body: string | null): void {
  log.answered(entry, sentResponse({ body, bytes: body?.length ?? 0, explainer: null }), 6);
}

function answered(log: RequestLog, body: string | null = null): void {
  answer(log, log.begin(head()), body);
}

const pin = { pinned: true, note: '' };

test('an annotated request stays complete when newer ones replace it and when the log is cleared', () => {
  const log = new RequestLog({ entries: 2, bytes: 1_000_000, bodyBytes: 5000 });
  const long = 'x'.repeat(4000);
  const first = log.begin(head({ target: '/first' }));
  log.received(first, long, 4000, first.started);
  expect(log.annotate(1, pin)).toMatchObject({ id: 1, pinned: true });
  for (let round = 0; round < 400; round++) answered(log, 'y'.repeat(4000));
  expect(log.list().map(({ id }) => id)).toEqual([401, 400]);
  expect(log.annotated().map(({ id }) => id)).toEqual([1]);
  expect(log.get(1)?.request.body?.content).toBe(long);
  expect(log.state).toEqual({ total: 401, dropped: 398 });

  log.annotate(400, { pinned: false, note: 'odd' });
  const restore = log.clear();
  answered(log);
  expect(log.annotated().map(({ id }) => id)).toEqual([400, 1]);
  expect(log.annotated('note:odd').map(({ id }) => id)).toEqual([400]);
  expect(detailsOf(log, 'is:pinned').map(({ id }) => id)).toEqual([1]);
  restore();
  expect([...log.entries()].map(({ id }) => id)).toEqual([1, 400, 401, 402]);
});

test('drops a request once its annotation is removed', () => {
  const log = new RequestLog({ entries: 10, bytes: 10_000, bodyBytes: 100 });
  answered(log);
  log.annotate(1, pin);
  log.clear();
  expect(log.annotate(1, null)).toMatchObject({ pinned: false });
  expect(log.get(1)).toBeUndefined();
  expect(log.annotate(1, pin)).toBeUndefined();
});

test('an annotated request outside the ring can still end', () => {
  const log = new RequestLog({ entries: 1, bytes: 1_000_000, bodyBytes: 10 });
  const first = log.begin(head());
  log.annotate(1, pin);
  answered(log);
  log.abandoned(first, first.started + 7);
  expect(log.get(1)).toMatchObject({ durationMs: 7, status: null });
});

test('a walk from the newest request on meets each one once while the log drops requests', () => {
  const log = new RequestLog({ entries: 4, bytes: 1_000_000, bodyBytes: 10 });
  for (let round = 0; round < 6; round++) {
    answered(log);
    log.annotate(round + 1, pin);
  }
  const walk = latestEntries(log);
  const ids = [walk.next(), walk.next()].map(({ value }) => value?.id);
  for (let round = 0; round < 3; round++) answered(log);
  expect([...ids, ...Array.from(walk, ({ id }) => id)]).toEqual([6, 5, 4, 3, 2, 1]);
});

test('shows every held request unchanged after arbitrary annotations', () => {
  const limits = { entries: 4, bytes: 1_000_000, bodyBytes: 1000 };
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), size: fc.nat(30) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('begin' as const), size: fc.nat(30) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('mark' as const), ago: fc.nat(8) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('unmark' as const), ago: fc.nat(8) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('limit' as const) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const log = new RequestLog(limits);
      const marked = new Set<number>();
      let cleared = 1;
      for (const action of steps) {
        if (action.do === 'answer' || action.do === 'begin') {
          const entry = log.begin(head({ target: `/${'x'.repeat(action.size)}` }));
          if (action.do === 'answer') answer(log, entry, 'y'.repeat(action.size));
        } else if (action.do === 'clear') {
          log.clear();
          cleared = log.nextId;
        } else if (action.do === 'limit') {
          log.limit(limits);
        } else {
          const id = log.nextId - 1 - action.ago;
          const isPinned = action.do === 'mark';
          const row = log.annotate(id, isPinned ? { pinned: true, note: '' } : null);
          if (isPinned && row) marked.add(id);
          else marked.delete(id);
        }
        const inRing = Array.from({ length: 4 }, (_, ago) => log.nextId - 1 - ago).filter((id) => id >= cleared);
        expect(log.list().map(({ id }) => id)).toEqual(inRing);
        const kept = [...marked].filter((id) => !inRing.includes(id)).sort((a, b) => b - a);
        expect(log.annotated().map(({ id }) => id)).toEqual(kept);
        for (const { path, responseBytes, status, pinned, id } of [...log.list(), ...log.annotated()]) {
          expect(responseBytes).toBe(status === null ? 0 : path.length - 1);
          expect(pinned).toBe(marked.has(id));
          expect(log.get(id)?.response?.body?.content.length ?? 0).toBe(responseBytes);
        }
      }
    }),
  );
});
