import fc, { type Arbitrary } from 'fast-check';
import type { Json, JsonObject } from '../../../../server/domain/json/json.ts';
import type { ReferenceField, ReferenceFilter, Scim } from './reference-filter.ts';

/*
 * Random records and filters. Values come from small pools, so that filters often match some records and not others, and
 * include edge cases: case, empty text, text that looks like another type, other alphabets.
 */

type Scalar = null | boolean | number | string;
type Operator = Extract<Scim, { exact: boolean }>['op'];

/** The operators that fit a kind of values; all others must be refused. */
interface Kind {
  readonly values: Arbitrary<Scalar>;
  readonly operators: readonly Operator[];
  readonly suffixes: readonly string[];
}

/** A field of the random records with its inner fields, for element conditions. */
interface SampledField extends ReferenceField {
  readonly kind: Kind;
  readonly inner: readonly SampledField[];
}

const text = fc.constantFrom('Ada', 'ada', 'ADA', 'Bob', 'bobby', 'Straße', 'STRASSE', 'Σίσυφος', '😀', '～', '');
const odd = fc.constantFrom('null', 'true', '7', 'a,b', 'a\\b', 'say "x"', ' ', 'x&y=z+%', '2024-02-30', '2024-02-01');
const number = fc.constantFrom(0, -1, 7, 7.5, 30, 1e21, 1e-7, Number.MAX_SAFE_INTEGER);
const truth = fc.boolean();
const moment = fc.constantFrom(
  '2024-02-01',
  '2024-02-02',
  '2024-02-29',
  '2024-02-01T00:00:00Z',
  '2024-02-01T23:59:59.999Z',
  '2024-02-02T00:30:00+01:00',
  '2024-01-31T23:30:00-01:00',
  '2024-02-01T09:00:00',
  '0001-01-01',
);
const mixed: Arbitrary<Scalar> = fc.oneof(text, odd, number, truth, moment);

const equality = ['', '_ne', '_in'];
const order = ['_lt', '_lte', '_gt', '_gte'];
const parts = ['_contains', '_starts_with', '_ends_with'];
const everySuffix = [...equality, ...order, ...parts, '_less_than', '_greater_than', '_after', '_before'];
const everyOperator: readonly Operator[] = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'];

const texts: Kind = {
  values: fc.oneof(text, odd),
  operators: everyOperator,
  suffixes: [...equality, ...order, ...parts],
};
const numbers: Kind = {
  values: number,
  operators: ['eq', 'ne', 'gt', 'ge', 'lt', 'le'],
  suffixes: [...equality, ...order, '_less_than', '_greater_than'],
};
const truths: Kind = { values: truth, operators: ['eq', 'ne'], suffixes: equality };
const moments: Kind = {
  values: moment,
  operators: everyOperator,
  suffixes: [...equality, ...order, '_after', '_before'],
};
const anything: Kind = { values: mixed, operators: everyOperator, suffixes: everySuffix };
const objects: Kind = { values: fc.constant(null), operators: ['eq', 'ne'], suffixes: equality };
/** Objects with a member `value`, which `filter=` compares. */
const values: Kind = { values: text, operators: ['co', 'eq', 'ne', 'sw', 'ew'], suffixes: equality };

function field(path: readonly string[], kind: Kind, inner: readonly SampledField[] = []): SampledField {
  return { name: path.join('.'), path, kind, inner };
}

const emailFields = [field(['type'], texts), field(['value'], texts), field(['verified'], truths)];
const addressFields = [field(['city'], texts), field(['zip'], anything)];

function below(parent: string, inner: readonly SampledField[]): readonly SampledField[] {
  return inner.map(({ path, kind }) => field([parent, ...path], kind));
}

const sampledFields: readonly SampledField[] = [
  field(['id'], texts),
  field(['name'], texts),
  field(['age'], numbers),
  field(['age_lt'], numbers),
  field(['active'], truths),
  field(['mixed'], anything),
  field(['created_at'], moments),
  field(['tags'], texts),
  field(['grid'], numbers),
  field(['dotted.name'], texts),
  field(['odd name'], texts),
  field(['not'], truths),
  field(['nothing'], anything),
  field(['emails'], values, emailFields),
  field(['address'], objects, addressFields),
  ...below('emails', emailFields),
  ...below('address', addressFields),
];
const unheard = field(['unheard'], anything);

/** Usually a value of the first, sometimes of the second. */
function mostly<A, B>(usual: Arbitrary<A>, rare: Arbitrary<B>): Arbitrary<A | B> {
  return fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

/** Every field of the random records, and one that no record has. */
export const referenceFields: readonly ReferenceField[] = [...sampledFields, unheard];

function usually<T extends Json>(value: Arbitrary<T>): Arbitrary<Json> {
  return fc.oneof(
    { weight: 12, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom(null, [], {}, 'stray', 3) },
  );
}

function some(members: Readonly<Record<string, Arbitrary<Json>>>): Arbitrary<JsonObject> {
  return fc
    .record(members, { requiredKeys: [] })
    .map((present) => Object.fromEntries(Object.entries(present).flatMap(([name, value = null]) => [[name, value]])));
}

const email = some({ type: text, value: usually(fc.oneof(text, odd)), verified: truth });
const record = some({
  name: usually(fc.oneof(text, odd)),
  age: usually(number),
  age_lt: number,
  active: usually(truth),
  mixed: fc.oneof(mixed, fc.array(mixed, { maxLength: 3 })),
  created_at: usually(moment),
  tags: fc.array(usually(text), { maxLength: 3 }),
  grid: fc.array(fc.array(number, { maxLength: 2 }), { maxLength: 2 }),
  'dotted.name': text,
  'odd name': text,
  not: truth,
  nothing: fc.constantFrom(null, [], [null]),
  emails: fc.oneof(fc.array(email, { maxLength: 3 }), email),
  address: usually(some({ city: usually(text), zip: fc.oneof(number, odd) })),
});

/** Records with the ids "1", "2" and so on. */
export const arbitraryRecords: Arbitrary<readonly JsonObject[]> = fc
  .array(record, { minLength: 1, maxLength: 12, size: 'max' })
  .map((records) => records.map((members, index) => ({ id: String(index + 1), ...members })));

function oneOf(fields: readonly SampledField[]): Arbitrary<SampledField> {
  return mostly(fc.constantFrom(...fields), fc.constant(unheard));
}

const parameter = oneOf(sampledFields)
  .chain(({ name, kind }) =>
    fc.tuple(
      fc.constant(name),
      mostly(fc.constantFrom(...kind.suffixes), fc.constantFrom(...everySuffix)),
      fc.constant(mostly(kind.values, mixed).map(String)),
    ),
  )
  .chain(([name, suffix, value]) => {
    const escaped = value.map((one) => one.replaceAll('\\', '\\\\').replaceAll(',', '\\,'));
    const list = fc.array(escaped, { minLength: 1, maxLength: 3 }).map((all) => all.join(','));
    const values = suffix === '_in' ? mostly(list, value) : value;
    return fc.record({ name: fc.constant(name + suffix), values: fc.array(values, { minLength: 1, maxLength: 2 }) });
  });

function expression(fields: readonly SampledField[], depth: number): Arbitrary<Scim> {
  const one = oneOf(fields);
  const comparison = one.chain((on) =>
    fc.record({
      op: mostly(fc.constantFrom(...on.kind.operators), fc.constantFrom(...everyOperator)),
      field: fc.constant<ReferenceField>({ name: on.name, path: on.path }),
      value: mostly(on.kind.values, fc.oneof(mixed, fc.constant(null))),
      exact: truth,
    }),
  );
  const present = fc.record({ op: fc.constant('pr' as const), field: one });
  const leaf: Arbitrary<Scim> = fc.oneof({ weight: 5, arbitrary: comparison }, { weight: 1, arbitrary: present });
  if (depth === 0) return leaf;
  const inner = fc.array(expression(fields, depth - 1), { minLength: 2, maxLength: 3 });
  const joined: Arbitrary<Scim> = fc.record({ op: fc.constantFrom('and', 'or'), parts: inner });
  const negated: Arbitrary<Scim> = fc.record({ op: fc.constant('not' as const), part: expression(fields, depth - 1) });
  const elements = fields
    .filter(({ inner }) => inner.length > 0)
    .map((on) =>
      fc.record({ op: fc.constant('element' as const), field: fc.constant(on), part: expression(on.inner, depth - 1) }),
    );
  return fc.oneof(leaf, joined, negated, ...elements);
}

/** Variations in how a filter is written. */
interface Hand {
  readonly shouts: boolean;
  readonly quotes: boolean;
  readonly groups: boolean;
  readonly spaces: string;
}

const hand: Arbitrary<Hand> = fc.record({
  shouts: truth,
  quotes: truth,
  groups: truth,
  spaces: fc.constantFrom(' ', ' ', '  ', '\t\n'),
});

/** Writes an expression in the grammar of RFC 7644, figure 1, with the extensions. */
function write(scim: Scim, by: Hand): string {
  const word = (keyword: string) => (by.shouts ? keyword.toUpperCase() : keyword);
  const name = ({ name: plain }: ReferenceField) => {
    const written = word(plain);
    return by.quotes || plain.includes(' ') || plain === 'not' ? JSON.stringify(written) : written;
  };
  switch (scim.op) {
    case 'and':
    case 'or':
      return scim.parts
        .map((part) => {
          const needed = part.op === 'or' || (part.op === 'and' && by.groups);
          return needed || by.groups ? `(${write(part, by)})` : write(part, by);
        })
        .join(by.spaces + word(scim.op) + by.spaces);
    case 'not':
      return `${word('not')}${by.groups ? '' : by.spaces}(${write(scim.part, by)})`;
    case 'pr':
      return name(scim.field) + by.spaces + word('pr');
    case 'element':
      return `${name(scim.field)}[${write(scim.part, by)}]`;
    default: {
      const value = JSON.stringify(scim.value);
      const literal = by.quotes ? value.replaceAll(/[\u0080-\uffff]/g, escaped) : value;
      return [name(scim.field), word(scim.op), ...(scim.exact ? [word('exact')] : []), literal].join(by.spaces);
    }
  }
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const scim = fc
  .tuple(expression(sampledFields, 3), hand)
  .map(([tree, by]) => ({ expression: tree, text: write(tree, by) }));

/** Filters in both grammars, most of them valid. */
export const arbitraryFilter: Arbitrary<ReferenceFilter> = fc
  .record({
    parameters: fc.uniqueArray(parameter, { maxLength: 3, selector: ({ name }) => name }),
    scim: fc.option(scim, { freq: 2 }),
  })
  .filter(({ parameters, scim: filter }) => parameters.length > 0 || filter !== null);
