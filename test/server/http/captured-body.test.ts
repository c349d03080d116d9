import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capture, describeCapture } from '../../../server/http/captured-body.ts';

test('a body within the limit is held as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const bytes = Buffer.byteLength(text);

      expect(describeCapture(capture(text, bytes, bytes), bytes)).toEqual({
        encoding: 'utf8',
        content: text,
        bytes,
        truncated: false,
      });
    }),
  );
});

test('a longer text is cut between two characters, to at most the limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(40), (text, limit) => {
      const bytes = Buffer.byteLength(text);
      fc.pre(limit < bytes);

      const held = capture(text, bytes, limit);
      const shown = describeCapture(held, bytes);

      expect(Buffer.byteLength(held)).toBeLessThanOrEqual(limit);
      expect(Buffer.byteLength(held)).toBeGreaterThan(limit - 4);
      expect(shown).toMatchObject({ encoding: 'utf8', bytes, truncated: true });
      expect(text.startsWith(shown.content)).toBe(true);
      expect(Buffer.byteLength(shown.content)).toBe(Buffer.byteLength(held));
    }),
  );
});

test('bytes that are no text come as base64', () => {
  const body = Buffer.from([1, 2, 0xff, 0xfe]);

  expect(describeCapture(capture(body, 4, 10), 4)).toEqual({
    encoding: 'base64',
    content: body.toString('base64'),
    bytes: 4,
    truncated: false,
  });
  expect(describeCapture(capture(body, 4, 3), 4)).toMatchObject({
    content: body.toString('base64', 0, 3),
    truncated: true,
  });
});

test('bytes are copied, because the buffer they came in is larger and used again', () => {
  const body = Buffer.from([0xff]);
  const held = capture(body, 1, 10);
  body[0] = 0;

  expect(describeCapture(held, 1).content).toBe(Buffer.from([0xff]).toString('base64'));
});
