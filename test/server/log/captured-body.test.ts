import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Captured, CapturedBodies, describeCaptured, heldBytes } from '../../../server/log/captured-body.ts';
import { rounds } from '../../support/rounds.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 400, maxLength: 900 }),
);

test('holds a body within the limit whole', () => {
  fc.assert(
    fc.property(text, (body) => {
      const bytes = Buffer.byteLength(body);
      const captured = new CapturedBodies().capture(body, bytes, bytes);

      expect(describeCaptured(captured, bytes)).toEqual({ encoding: 'utf8', content: body, bytes, truncated: false });
      expect(heldBytes(captured, bytes)).toBe(bytes);
    }),
  );
});

test('cuts a longer text between two characters', () => {
  fc.assert(
    fc.property(text, fc.nat(2000), fc.boolean(), (body, limit, isEncoded) => {
      const bytes = Buffer.byteLength(body);
      fc.pre(limit < bytes);

      const captured = new CapturedBodies().capture(isEncoded ? Buffer.from(body) : body, bytes, limit);
      const { content, ...rest } = describeCaptured(captured, bytes);

      expect(rest).toEqual({ encoding: 'utf8', bytes, truncated: true });
      expect(body.startsWith(content)).toBe(true);
      expect(Buffer.byteLength(content)).toBe(heldBytes(captured, bytes));
      expect(heldBytes(captured, bytes)).toBeLessThanOrEqual(limit);
      expect(heldBytes(captured, bytes)).toBeGreaterThan(limit - 4);
    }),
  );
});

test('returns bytes that are not UTF-8 as base64', () => {
  const body = Buffer.from([1, 2, 0xff, 0xfe]);
  const bodies = new CapturedBodies();

  expect(describeCaptured(bodies.capture(body, 4, 10), 4)).toEqual({
    encoding: 'base64',
    content: body.toString('base64'),
    bytes: 4,
    truncated: false,
  });
  expect(describeCaptured(bodies.capture(body, 4, 3), 4)).toMatchObject({
    content: body.toString('base64', 0, 3),
    truncated: true,
  });
});

test('copies bytes, because their buffer is reused', () => {
  const body = Buffer.from([0xff]);
  const captured = new CapturedBodies().capture(body, 1, 10);
  body[0] = 0;

  expect(describeCaptured(captured, 1).content).toBe(Buffer.from([0xff]).toString('base64'));
});

test('holds a body larger than a page', () => {
  const bodies = new CapturedBodies();
  const large = 'x'.repeat(3_000_000);
  const first = bodies.capture('y'.repeat(2000), 2000, 10_000_000);
  const captured = bodies.capture(large, large.length, 10_000_000);
  const last = bodies.capture('z'.repeat(2000), 2000, 10_000_000);

  expect(describeCaptured(captured, large.length).content).toBe(large);
  expect(describeCaptured(first, 2000).content).toBe('y'.repeat(2000));
  expect(describeCaptured(last, 2000).content).toBe('z'.repeat(2000));
});

test('never reuses memory that is still held', () => {
  const step = fc.record({ size: fc.integer({ min: 1, max: 700_000 }), release: fc.nat(6) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const bodies = new CapturedBodies();
      const held: { readonly captured: Captured; readonly body: string }[] = [];
      for (const [index, { size, release }] of steps.entries()) {
        const body = String.fromCharCode(65 + index).repeat(size);
        held.push({ captured: bodies.capture(body, size, size), body });
        const [released] = held.splice(release, 1);
        if (released) bodies.release(released.captured);
        for (const { captured, body: expected } of held) {
          expect(describeCaptured(captured, expected.length).content === expected).toBe(true);
        }
      }
    }),
    { numRuns: rounds(50) },
  );
});
