import { expect, test } from 'vitest';
import type { PatchExplanation, RouteOf } from '../../../../server/domain/response/explanation.ts';
import {
  ExplanationContext,
  LazyExplanation,
  type Verdict,
} from '../../../../server/domain/response/lazy-explanation.ts';
import { noEffect, type RuleOutcome } from '../../../../server/domain/scenario/rule-outcome.ts';
import { defaultScenario, type Scenario } from '../../../../server/domain/scenario/scenario.ts';
import { answerTo, collectionOf, contextUnder, explained, requestOf } from './answers.ts';

const routeOf: RouteOf = () => ({ pattern: null, collection: null, id: null });
const otherRouteOf: RouteOf = () => ({ pattern: '/', collection: null, id: null });
const newScenario = (): Scenario => ({ ...defaultScenario });

test('requests under equal circumstances share one context, and those that a rule has met have their own', () => {
  const scenario = newScenario();
  const contextOf = (outcome: RuleOutcome, by: 'console' | 'request' = 'console', route = routeOf) =>
    ExplanationContext.of(route, scenario, by, outcome);
  const first = contextOf(noEffect);
  const others = [contextOf(noEffect, 'request'), contextOf(noEffect, 'console', otherRouteOf)];
  expect(contextOf(noEffect)).toBe(first);
  expect([contextOf(noEffect, 'request'), contextOf(noEffect, 'console', otherRouteOf)]).toEqual(others);
  expect(contextOf(noEffect, 'request')).toBe(others[0]);
  expect(contextOf(noEffect, 'console', otherRouteOf)).toBe(others[1]);
  expect(new Set([first, ...others]).size).toBe(3);
  expect(ExplanationContext.of(routeOf, newScenario(), 'console', noEffect)).not.toBe(first);
  const met = { ...noEffect, rules: [0] };
  expect(contextOf(met)).not.toBe(contextOf(met));
  expect(contextOf(met).outcome).toEqual({ rules: [0], missed: [], step: null });
  expect(contextOf(noEffect)).toBe(first);
});

const verdict: Verdict = () => 'Why.';
const patch = { explainPatch: (): PatchExplanation => ({ format: 'merge-patch', steps: [] }) };
const current = { tag: '"a"', version: 1 };
const request = requestOf({ path: '/' });

/** How responses with these parts are explained. */
function sharing() {
  const context = ExplanationContext.of(routeOf, newScenario(), 'console', noEffect);
  type Parts = Parameters<typeof LazyExplanation.of>;
  const of = (compared: Parts[2], tag: Parts[3], details: Parts[4], reason: Verdict = verdict, sent = request) =>
    LazyExplanation.of(context, sent, compared, tag, details, reason);
  return { context, of };
}

test('responses with equal explanations share one object', () => {
  const { of } = sharing();
  const plain = of(undefined, undefined, null);
  const conditional = of(null, undefined, null);
  const [other, detailed] = [of(undefined, undefined, null, () => 'Other.'), of(undefined, '"a"', patch)];
  expect(of(undefined, '"b"', null)).toBe(plain);
  expect(of(null, '"a"', null)).toBe(conditional);
  expect(of(undefined, undefined, patch)).toBe(detailed);
  expect(new Set([plain, conditional, other, detailed]).size).toBe(4);
});

test('responses with other details, reasons or values to compare do not', () => {
  const { of } = sharing();
  const others = [
    () => of(current, '"a"', { ...patch }),
    () => of(current, '"a"', patch, () => 'Other.'),
    () => of(undefined, '"a"', patch),
    () => of(current, '"b"', patch),
    () => of(current, '"a"', patch, 'A sentence.'),
    () => of(current, '"a"', null, 'A sentence.'),
  ];
  for (const other of others) {
    const detailed = of(current, '"a"', patch);
    expect(of(current, '"a"', patch)).toBe(detailed);
    expect(other()).not.toBe(detailed);
  }
  const reasons: Verdict[] = [() => 'One.', () => 'Two.'];
  const [one, two] = reasons.map((reason) => of(undefined, undefined, null, reason));
  expect(reasons.map((reason) => of(undefined, undefined, null, reason))).toEqual([one, two]);
  expect(one).not.toBe(two);
});

test('an explanation that no other response can share is not kept', () => {
  const { context, of } = sharing();
  expect(of(current, '"b"', null)).not.toBe(of(current, '"b"', null));
  expect(of(current, '"a"', null, 'A sentence.')).not.toBe(of(current, '"a"', null, 'A sentence.'));
  expect([context.plain, context.latest]).toEqual([[], null]);
});

test('what a request compared with its own If-Match is shared', () => {
  const { of } = sharing();
  const sentWith = (headers: Readonly<Record<string, string>>) =>
    of(current, '"b"', null, verdict, requestOf({ path: '/', headers }));
  const shared = sentWith({ 'if-match': '"a"' });
  expect(sentWith({ 'if-match': '"a"' })).toBe(shared);
  expect(sentWith({ 'if-match': '"a"', 'x-resource-version': '1' })).not.toBe(shared);
  expect(sentWith({ 'if-match': '"c"' })).not.toBe(shared);
});

test.each<[string, Parameters<typeof LazyExplanation.of>[2], string | undefined, object, object, readonly unknown[]]>([
  ['nothing', undefined, '"a"', { 'if-match': '"a"' }, {}, []],
  ['no record', null, undefined, { 'if-match': '"a"' }, {}, [null]],
  ['no record', null, '"c"', { 'if-none-match': '*' }, { etag: '"c"' }, [null]],
  ['the list', { tag: '"a"' }, '"b"', { 'if-none-match': '"x"' }, {}, ['"a"']],
  ['the response', current, '"a"', { 'if-match': '"b"' }, { etag: '"c"', 'x-resource-version': '2' }, ['"c"']],
  ['the response', current, '"a"', { 'x-resource-version': '2' }, { etag: '"c"', 'x-resource-version': '2' }, ['2']],
  ['the response', current, '"a"', { 'x-resource-version': '2' }, { etag: '"c"' }, [null]],
  ['the response', current, '"a"', { 'if-match': '"b"' }, { 'x-resource-version': '2' }, [null]],
  ['If-Match', current, '"b"', { 'if-match': '"a"' }, {}, ['"a"']],
  ['the record', current, '"b"', { 'if-match': '"a"', 'x-resource-version': '1' }, {}, ['"a"', '1']],
  ['the record', current, undefined, { 'if-match': '"b"' }, { etag: '"b"' }, ['"a"']],
  ['the list', { tag: '"a"' }, '"b"', { 'x-resource-version': '1' }, {}, [null]],
])('an explanation compares conditions with %s', (_, compared, tag, headers, sent, shown) => {
  const asked = requestOf({ path: '/', headers: headers as Readonly<Record<string, string>> });
  const explanation = sharing().of(compared, tag, null, verdict, asked);
  const fields = sent as Readonly<Record<string, string>>;
  const recorded = { ...asked, body: undefined, responseHeader: (name: string) => fields[name] };
  expect(explanation.explain(recorded).conditions.map((one) => one.current)).toEqual(shown);
});

test('the reason is computed from the rest of the explanation and the version that was sent', () => {
  const reason: Verdict = ({ route, scenario }, version) => `${route.pattern} ${scenario.name} ${version}`;
  const explain = (version: string | undefined) =>
    sharing()
      .of(undefined, undefined, null, reason)
      .explain({
        ...request,
        body: undefined,
        responseHeader: () => version,
      });
  expect([explain('7').verdict, explain(undefined).verdict]).toEqual(['null Default 7', 'null Default undefined']);
});

test('an explanation has the rules that applied, and why the others did not', () => {
  const rules = [
    { when: { method: 'POST' }, then: { kind: 'delay', milliseconds: 5 } },
    { when: {}, then: { kind: 'sequence', answers: [{ status: 200 }, { status: 503 }] } },
  ] as const;
  const context = contextUnder(rules);
  answerTo(context, { path: '/' });
  const { scenario } = explained(context, { path: '/' });
  expect(scenario).toMatchObject({ name: 'Rules', chosenBy: 'console' });
  expect([scenario.rules, scenario.others]).toEqual([
    [{ index: 1, effect: expect.stringContaining('503') }],
    [{ index: 0, reason: expect.stringContaining('POST') }],
  ]);
  expect(explained(contextUnder([]), { path: '/' }).scenario).toEqual({
    name: 'Rules',
    chosenBy: 'console',
    rules: [],
  });
});

test.each([
  ['{"a":1}', 'the rule matches, but the request was refused for its headers'],
  ['{"a":2}', 'only with /a equal to 1'],
  [undefined, 'only with /a equal to 1'],
])('a rule that a refused request did not reach is compared with the recorded body %s', (body, reason) => {
  const rule = { when: { body: [{ pointer: '/a', equals: 1 }] }, then: { kind: 'delay', milliseconds: 5 } } as const;
  const sent = { method: 'POST', path: '/', headers: { prefer: 'code=1' }, ...(body !== undefined && { body }) };
  expect(explained(contextUnder([rule]), sent).scenario.others).toEqual([{ index: 0, reason }]);
});

test('a list explains its query, and the place of one record if the caller names it', () => {
  const context = contextUnder([], [collectionOf('things', [{ id: 1 }, { id: 2 }])]);
  const sent = { path: '/api/things', query: 'id_gte=2' };
  const of = (record?: string) => explained(context, sent, answerTo(context, sent), record);
  expect(of()).toMatchObject({ record: null, patch: null, query: { matched: 1, size: 2 } });
  expect(of('1').record).toMatchObject({ id: '1' });
  expect(of('1').record).not.toEqual(of('2').record);
  const one = { path: '/api/things/1' };
  expect(explained(context, one, answerTo(context, one), '1')).toMatchObject({
    record: null,
    query: null,
    patch: null,
  });
});
