import { expect, test } from 'vitest';
import { noPreferences } from '../../../../server/domain/request/prefer.ts';
import { evaluateScenario, readControls } from '../../../../server/domain/response/evaluate-scenario.ts';
import { noEffect, type RuleOutcome } from '../../../../server/domain/scenario/rule-outcome.ts';
import { defaultScenario } from '../../../../server/domain/scenario/scenario.ts';
import { scenariosOf } from '../scenario/scenarios-of.ts';
import { contextUnder, requestOf } from './answers.ts';

const slow = { when: {}, then: { kind: 'delay', milliseconds: 5 } } as const;
const named = (name: string) => ({ name, description: '', rules: [slow] });
const context = { ...contextUnder([]), ...scenariosOf(named('Ärger'), named('50%'), named('Slow')) };
const controls = (headers: Readonly<Record<string, string>>, scenario = 'Slow') =>
  readControls(context, requestOf({ path: '/', headers, scenario }));

test.each<[Readonly<Record<string, string>>, string, string]>([
  [{}, 'Slow', 'console'],
  [{ 'x-mock-session': 'one' }, 'Slow', 'session'],
  [{ 'x-mock-scenario': 'Default' }, 'Default', 'request'],
  [{ 'x-mock-scenario': 'Default', 'x-mock-session': 'one' }, 'Default', 'request'],
  [{ 'x-mock-scenario': '%C3%84rger' }, 'Ärger', 'request'],
  [{ 'x-mock-scenario': 'Ärger' }, 'Ärger', 'request'],
  [{ 'x-mock-scenario': '50%' }, '50%', 'request'],
])('the headers %j choose the scenario %s, by the %s', (headers, scenario, chosenBy) => {
  expect(controls(headers)).toEqual({ scenario, chosenBy, preferences: noPreferences, problem: null });
});

test('a scenario that was renamed while a request arrived is the active one', () => {
  expect(controls({}, 'Earlier name')).toMatchObject({ scenario: 'Slow', problem: null });
  expect(controls({}, 'Default')).toMatchObject({ scenario: 'Default', problem: null });
});

test.each(['None', '%zz', '', '%C3%84'])('the scenario %j is unknown', (name) => {
  expect(controls({ 'x-mock-scenario': name })).toMatchObject({
    ...{ scenario: undefined, chosenBy: 'request' },
    problem: {
      type: '/problems/bad-header',
      detail: `There is no scenario "${name}".`,
      header: 'X-Mock-Scenario',
      expected: ['Default', 'Ärger', '50%', 'Slow'],
    },
  });
});

test('without the scenario of the request and an active one, it is unknown', () => {
  const gone = { ...context, scenarios: new Map() };
  expect(readControls(gone, requestOf({ path: '/', scenario: 'Gone' }))).toMatchObject({
    ...{ scenario: undefined, chosenBy: 'console' },
    problem: { detail: 'There is no scenario "Gone".', expected: [] },
  });
});

test('preferences are read, and the first bad header of session, scenario and preferences is the problem', () => {
  expect(controls({ prefer: 'return=minimal' })).toMatchObject({ preferences: { return: 'minimal' }, problem: null });
  const bad = { prefer: 'code=1', 'x-mock-scenario': 'None', 'x-mock-session': '' };
  const { prefer } = bad;
  const headerOf = (headers: Readonly<Record<string, string>>) => controls(headers).problem?.header;
  expect(headerOf(bad)).toBe('X-Mock-Session');
  expect(headerOf({ prefer, 'x-mock-scenario': 'None' })).toBe('X-Mock-Scenario');
  expect(headerOf({ prefer })).toBe('Prefer');
  expect(controls({ prefer }).preferences).toEqual(noPreferences);
});

const routeOf = () => ({ pattern: null, collection: null, id: null });
const request = requestOf({ path: '/' });

test('a refused request is not counted, and an unknown scenario is the default one', () => {
  const evaluate = (headers: Readonly<Record<string, string>>, scenario?: string) =>
    evaluateScenario(context, request, routeOf, controls(headers, scenario));
  expect(evaluate({})).toMatchObject({ scenario: { name: 'Slow' }, outcome: { rules: [0], delivery: { delay: 5 } } });
  const refused = evaluate({ prefer: 'code=1' });
  expect([refused.scenario.name, refused.outcome]).toEqual(['Slow', noEffect]);
  expect(refused.outcome).toBe(noEffect);
  expect(evaluate({}, 'Default')).toEqual({ scenario: defaultScenario, outcome: noEffect });
  const unknown = evaluate({ 'x-mock-scenario': 'None' });
  expect(unknown).toEqual({ scenario: defaultScenario, outcome: noEffect });
});

test('instances that share their live state count the requests of a scenario with rules together', () => {
  const asked: unknown[] = [];
  const outcome: RuleOutcome = { ...noEffect, rules: [7] };
  const outcomes = {
    of: (...[one, scenario, evaluate]: [unknown, string, () => RuleOutcome]) => {
      asked.push(one, scenario, evaluate().delivery.delay);
      return outcome;
    },
  } as unknown as NonNullable<typeof context.outcomes>;
  const evaluated = evaluateScenario({ ...context, outcomes }, request, routeOf, controls({}));
  expect(evaluated.outcome).toBe(outcome);
  expect(asked).toEqual([request, 'Slow', 5]);
  evaluateScenario({ ...context, outcomes }, request, routeOf, controls({}, 'Default'));
  expect(asked).toHaveLength(3);
});
