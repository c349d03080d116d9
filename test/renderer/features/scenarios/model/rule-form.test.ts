import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type EffectKind,
  formOf,
  initialForm,
  initialResponse,
  type RuleForm,
  withOccurrence,
  withoutResponse,
  withResponse,
} from '../../../../../renderer/features/scenarios/model/rule-form.ts';
import { ruleOf } from '../../../../../renderer/features/scenarios/model/rule-of-form.ts';
import { effectWords } from '../../../../../renderer/features/scenarios/model/rule-words.ts';
import { accept } from '../../../../../server/domain/basics/result.ts';
import type { Json, JsonObject } from '../../../../../server/domain/json/json.ts';
import { parseJson } from '../../../../../server/domain/json/json-text.ts';
import {
  type FixedResponse,
  occurrenceKinds,
  plainQuirks,
  type Rule,
  ruleFaults,
} from '../../../../../server/domain/scenario/scenario.ts';
import { CheckedCursor, type Fault } from '../../../../../server/store/formats/checked-cursor.ts';
import { decodeRule } from '../../../../../server/store/formats/rule-format.ts';
import { arbitraryJson, arbitraryRecord } from '../../../../server/domain/json/arbitrary-json.ts';

/** Values that a file can hold: what the editor reads as text is read as strictly. */
const written = (value: Json) => parseJson(JSON.stringify(value)).ok;
const text = fc.string({ minLength: 1 });
const whole = fc.integer({ min: 1, max: 500 });
const filled = (values: fc.Arbitrary<string | null>, names: fc.Arbitrary<string> = text) =>
  fc.dictionary(names, values, { minKeys: 1, maxKeys: 3 });
const headerName = fc.constantFrom('Retry-After', 'X-A', 'x-b');
const headerValue = fc.oneof(fc.constantFrom('', '1', 'a, b'), fc.constant(['a=1', 'b=2']));
const headers = fc.dictionary(headerName, headerValue, { minKeys: 1 });
const formed = fc
  .constantFrom({ form: 'text', body: '{' }, { form: 'xml', body: '<a/>' }, { form: 'base64', body: 'AAE=' } as const)
  .map((body) => ({ status: 200, ...body }) as FixedResponse);
const substituted = fc.constant<FixedResponse>({ status: 200, body: '{query.a}', substitute: true });

const when = fc.record(
  {
    method: fc.constantFrom('GET', 'PATCH', 'M-SEARCH'),
    path: text.map((rest) => `/${rest}`),
    id: text,
    query: filled(fc.option(fc.string())),
    headers: filled(fc.option(fc.string()), headerName),
    body: fc.array(
      fc.oneof(
        fc.record({ pointer: fc.constantFrom('', '/status'), equals: arbitraryJson.filter(written) }),
        fc.record({ pointer: fc.constantFrom('', '/a/0'), contains: arbitraryJson.filter(written) }),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    occurrence: fc.record(
      {
        kind: fc.constantFrom(...occurrenceKinds),
        count: fc.integer({ min: 1, max: 100 }),
        per: fc.constant('record' as const),
      },
      { requiredKeys: ['kind', 'count'] },
    ),
  },
  { requiredKeys: [] },
);

const spread = fc.oneof(
  fc.record({ kind: fc.constant('uniform' as const), most: whole }),
  fc.record({ kind: fc.constant('log-normal' as const), sigma: fc.double({ min: 0, max: 5, noNaN: true }) }),
);

const answer: fc.Arbitrary<FixedResponse> = fc.oneof(
  fc.record(
    { status: fc.integer({ min: 200, max: 599 }), headers, body: arbitraryJson.filter(written) },
    { requiredKeys: ['status'] },
  ),
  formed,
  substituted,
);

const effects: { readonly [Kind in EffectKind]: fc.Arbitrary<Extract<Rule['then'], { kind: Kind }>> } = {
  'user-status': fc.record({ kind: fc.constant('user-status'), userId: text, status: text }),
  answer: answer.map((one) => ({ kind: 'answer', ...one })),
  delay: fc.record(
    { kind: fc.constant('delay'), milliseconds: whole, spread },
    { requiredKeys: ['kind', 'milliseconds'] },
  ),
  sequence: fc.record(
    {
      kind: fc.constant('sequence'),
      answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
      end: fc.constantFrom('repeat' as const, 'pass' as const),
    },
    { requiredKeys: ['kind', 'answers'] },
  ),
  dribble: fc.record({ kind: fc.constant('dribble'), milliseconds: whole, pieces: whole }),
  throttle: fc.record({ kind: fc.constant('throttle'), bytesPerSecond: whole }),
  fault: fc.record({ kind: fc.constant('fault'), fault: fc.constantFrom(...ruleFaults) }),
  'rate-limit': fc.record(
    { kind: fc.constant('rate-limit'), requests: whole, seconds: whole, announce: fc.constant(true) },
    { requiredKeys: ['kind', 'requests', 'seconds'] },
  ),
  'ghost-write': fc.record(
    { kind: fc.constant('ghost-write'), patch: arbitraryRecord.filter(written) as fc.Arbitrary<JsonObject> },
    { requiredKeys: ['kind'] },
  ),
  quirk: fc.oneof(
    fc.record({ kind: fc.constant('quirk'), quirk: fc.constantFrom(...plainQuirks) }),
    fc.record({ kind: fc.constant('quirk'), quirk: fc.constant('page-size-capped'), size: whole }),
  ),
};

const rules: fc.Arbitrary<Rule> = fc.record({ when, then: fc.oneof(...Object.values(effects)) });

function decoded(rule: Rule): { rule: Rule; faults: readonly Fault[] } {
  const faults: Fault[] = [];
  return { rule: decodeRule(CheckedCursor.over(JSON.parse(JSON.stringify(rule)), faults)), faults };
}

test('every valid rule survives the round trip through form and JSON', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      expect(decoded(rule)).toEqual({ rule, faults: [] });
      expect(ruleOf(formOf(rule))).toEqual(accept(rule));
      expect(JSON.stringify(ruleOf(formOf(decoded(rule).rule)))).toBe(JSON.stringify(accept(rule)));
    }),
  );
});

test.each(Object.keys(effectWords) as EffectKind[])('a new rule of the kind %s is one that the host takes', (kind) => {
  const made = ruleOf(initialForm(kind));
  if (!made.ok) throw new Error(made.problem);
  expect(made.value.then.kind).toBe(kind);
  expect(decoded(made.value)).toEqual({ rule: made.value, faults: [] });
});

test('keeps the fields of a kind while another is selected', () => {
  const form = formOf({ when: {}, then: { kind: 'delay', milliseconds: 25 } });
  const other = { ...form, then: { ...form.then, kind: 'dribble' as const } };
  expect(ruleOf(other)).toEqual(accept({ when: {}, then: { kind: 'dribble', milliseconds: 25, pieces: 10 } }));
});

const form = initialForm('answer');
const refusals: readonly (readonly [string, RuleForm, string])[] = [
  ['a number', { ...form, then: { ...form.then, status: 'many' } }, 'Enter a number.'],
  ['no number', { ...form, then: { ...form.then, status: ' ' } }, 'Enter a number.'],
  ['JSON', { ...form, then: { ...form.then, body: '{"a": 1,\n}' } }, 'Line 2, column 1'],
  ['an object', { ...form, then: { ...form.then, kind: 'ghost-write', patch: '[]' } }, 'must be an object'],
  [
    'names that differ',
    {
      ...form,
      when: {
        ...form.when,
        query: [
          ['a', null],
          ['a', '1'],
        ],
      },
    },
    '"a" appears twice.',
  ],
  ['a count', { ...form, when: { ...form.when, occurrence: 'first', count: '' } }, 'Enter a number.'],
];

test.each(refusals)('the form reports a missing or invalid %s', (_what, broken, reason) => {
  const read = ruleOf(broken);
  expect(!read.ok && read.problem).toContain(reason);
});

test.each([
  ['always', '1', 'every', '3'],
  ['always', '1', 'first', '1'],
  ['always', '1', 'percent', '25'],
  ['first', '1', 'every', '3'],
  ['nth', '5', 'every', '5'],
  ['percent', '25', 'nth', '3'],
  ['every', '3', 'percent', '25'],
  ['every', '1', 'every', '1'],
] as const)('a rule that applies to %s %s and then to %s begins with %s', (occurrence, count, chosen, number) => {
  const { when } = initialForm('delay');
  expect(withOccurrence({ ...when, occurrence, count }, chosen)).toEqual({ occurrence: chosen, count: number });
});

test('a response that is removed or edited is the one that was shown, although others were removed meanwhile', () => {
  const responses = ['501', '502', '503'].map((status) => ({ ...initialResponse, status }));
  const statuses = (all: readonly { readonly status: string }[]) => all.map(({ status }) => status);
  const once = withoutResponse(responses, responses, 0);
  expect(statuses(withoutResponse(once, responses, 1))).toEqual(['503']);
  expect(statuses(withoutResponse(once, responses, 0))).toEqual(['502', '503']);
  const edit = () => ({ status: '200' });
  expect(statuses(withResponse(once, responses, 2, edit))).toEqual(['502', '200']);
  expect(statuses(withResponse(once, responses, 0, edit))).toEqual(['502', '503']);
  // Edited meanwhile, and one added.
  const edited = withResponse(responses, responses, 0, edit);
  expect(statuses(withResponse(edited, responses, 0, () => ({ body: 'x' })))).toEqual(['200', '502', '503']);
  expect(statuses(withResponse([...responses, initialResponse], responses, 1, edit))).toEqual([
    '501',
    '200',
    '503',
    '503',
  ]);
});
