import fc from 'fast-check';
import type { Json } from '../../../../server/domain/json/json.ts';

/** Names that every object inherits, names that pointers escape, and array indexes. */
export const awkwardNames = ['__proto__', 'constructor', 'toString', '', '~', '/', '~1', '-', '0', '1', '01', 'a', 'b'];

/** Text of characters that break naive quoting, escaping and counting. */
const arbitraryText = fc.string({ unit: fc.constantFrom(...'aé😀"\\/~\n\0\u2028 ') });

const names = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...awkwardNames) },
  { weight: 1, arbitrary: arbitraryText },
);

const { value, object } = fc.letrec<{ value: Json; object: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, 1, '', 'a'),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    arbitraryText,
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.array(fc.tuple(names, tie('value')), { maxLength: 6 }).map((members) => Object.fromEntries(members)),
}));

/** Any JSON value. Objects often use awkward names, so that two values share paths. */
export const arbitraryJson: fc.Arbitrary<Json> = value;

/** Any JSON object. */
export const arbitraryRecord: fc.Arbitrary<Json> = object;

/** Freezes a value deeply, so that every write to it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) deepFreeze(inner);
    Object.freeze(value);
  }
  return value;
}

/** A deep copy. */
export function clone(value: Json): Json {
  return JSON.parse(JSON.stringify(value));
}
