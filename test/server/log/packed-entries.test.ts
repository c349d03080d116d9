import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LogEntry } from '../../../server/log/log-entry.ts';
import { PackedEntries } from '../../../server/log/packed-entries.ts';

const lines = fc.array(fc.string(), { maxLength: 4 });
const moment = fc.double({ min: 0, max: 2e12, noNaN: true });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const over: fc.Arbitrary<LogEntry> = fc.record({
  id: fc.integer({ min: 1 }),
  method: fc.constantFrom('GET', 'PATCH'),
  target: fc.string(),
  headers: lines,
  scenario: fc.string(),
  session: orNull(fc.string()),
  time: moment,
  started: moment,
  origin: fc.constantFrom('client' as const, 'console' as const),
  requestBody: orNull(fc.string()),
  requestBytes: fc.nat(),
  bodyMicros: orNull(fc.nat()),
  held: orNull(fc.record({ decidedMs: moment, delayMs: fc.nat() })),
  answer: orNull(
    fc.record({
      status: orNull(fc.integer({ min: 100, max: 599 })),
      headers: lines,
      length: orNull(fc.nat()),
      bytes: fc.nat(),
      body: orNull(fc.string()),
      explained: orNull(fc.string()),
    }),
  ),
  durationMicros: fc.nat(),
  weight: fc.nat(),
  mark: fc.constant(null),
});

test('what is packed is there as it was, in whatever slot, until something else takes its place', () => {
  const slots = fc.uniqueArray(fc.tuple(fc.nat(5000), over), { selector: ([slot]) => slot, maxLength: 6 });
  fc.assert(
    fc.property(slots, over, (packed, later) => {
      const entries = new PackedEntries();
      for (const [slot, entry] of packed) entries.put(slot, entry);
      for (const [slot, entry] of packed) {
        expect({ ...entries.get(slot, entry.id) }).toEqual(entry);
        expect(entries.get(slot, entry.id + 1)).toBeUndefined();
        const { weight, requestBody, answer } = entry;
        expect(entries.heldIn(slot)).toEqual({ weight, requestBody, body: answer?.body ?? null });
      }
      const [first, ...others] = packed;
      if (!first) return;
      entries.put(first[0], later);
      expect({ ...entries.get(first[0], later.id) }).toEqual(later);
      entries.clear(first[0]);
      expect(entries.get(first[0], later.id)).toBeUndefined();
      expect(entries.heldIn(first[0])).toEqual({ weight: 0, requestBody: null, body: null });
      for (const [slot, entry] of others) expect({ ...entries.get(slot, entry.id) }).toEqual(entry);
    }),
  );
});
