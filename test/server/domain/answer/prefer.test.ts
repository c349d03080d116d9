import { expect, test } from 'vitest';
import { noPreferences, parsePrefer } from '../../../../server/domain/answer/prefer.ts';

test.each([
  [undefined, {}],
  ['', {}],
  ['respond-async, wait=10', {}],
  ['handling=lenient', { handling: 'lenient' }],
  ['Handling="lenient"', { handling: 'lenient' }],
  ['handling=strict, handling=lenient', {}],
  ['return=minimal', { return: 'minimal' }],
  ['return = representation', { return: 'representation' }],
  ['return=minimal; foo="bar", code=503', { return: 'minimal', code: 503 }],
  ['code=299', { code: 299 }],
])('Prefer: %s', (header, expected) => {
  expect(parsePrefer(header)).toEqual({ ok: true, value: { ...noPreferences, ...expected } });
});

test.each(['code=', 'code=abc', 'code=199', 'code=600', 'code=5030', 'code=-1'])('Prefer: %s is refused', (header) => {
  const parsed = parsePrefer(header);
  expect(parsed.ok).toBe(false);
  expect(!parsed.ok && parsed.problem).toMatchObject({ status: 400, header: 'Prefer' });
});
