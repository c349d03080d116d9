import { expect, test } from 'vitest';
import { noPreferences, parsePrefer } from '../../../../server/domain/request/prefer.ts';

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
  ['code=599', { code: 599 }],
  ['foo="a, code=503"; bar="\\"; code=503", return="mini\\mal"', { return: 'minimal' }],
  ['foo="a\\" b, return=minimal', { return: 'minimal' }],
  ['foo;code=503, code = "404"', { code: 404 }],
  ['wait=10, return=minimal, foo', { return: 'minimal' }],
  ['foo=", code=503"', {}],
  ['foo=" , code=503", code=404', { code: 404 }],
  ['foo="\\", code=503", return=minimal', { return: 'minimal' }],
  ['foo="\\"\\", return=minimal', { return: 'minimal' }],
  [', ;, return=minimal', { return: 'minimal' }],
])('Prefer: %s', (header, expected) => {
  expect(parsePrefer(header)).toEqual({ ok: true, value: { ...noPreferences, ...expected } });
});

test.each(['code=', 'code=abc', 'code=200', 'code=304', 'code=399', 'code=600', 'code=5030', 'code=-1'])(
  'Prefer: %s is refused',
  (header) => {
    const parsed = parsePrefer(header);
    expect(parsed.ok).toBe(false);
    expect(!parsed.ok && parsed.problem).toMatchObject({ status: 400, header: 'Prefer' });
  },
);

test.each([
  ['code', ''],
  ['code;x=1', ''],
  ['code=1404', '1404'],
  ['wait=1, code=4041', '4041'],
])('the refusal of %s says what is expected', (header, code) => {
  const parsed = parsePrefer(header);
  expect(!parsed.ok && parsed.problem).toMatchObject({
    detail: `Prefer: code=${code} is not a status from 400 to 599.`,
    expected: 'code=400 to code=599',
  });
});
