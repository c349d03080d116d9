import { expect, test } from 'vitest';
import { defaultScenario, type Scenario } from '../../../../server/domain/scenario/scenario.ts';
import { ScenarioRuns } from '../../../../server/domain/scenario/scenario-runs.ts';

const named = (name: string): Scenario => ({ name, description: '', rules: [] });

function begin(...names: readonly string[]) {
  const scenarios = new Map([defaultScenario, ...names.map(named)].map((scenario) => [scenario.name, scenario]));
  return { scenarios, runs: new ScenarioRuns(scenarios, names[0] ?? defaultScenario.name) };
}

test('each scenario has one run, until it is edited or activated', () => {
  const { scenarios, runs } = begin('A', 'B');
  const first = runs.find('A');
  expect(first?.scenario).toBe(scenarios.get('A'));
  expect(runs.find('A')).toBe(first);
  expect(runs.find('B')).not.toBe(first);
  expect(runs.find('C')).toBeUndefined();
  scenarios.set('A', named('A'));
  const edited = runs.find('A');
  expect(edited).not.toBe(first);
  expect(edited?.scenario).toBe(scenarios.get('A'));
  expect(runs.activate('A')).toBe(true);
  expect(runs.find('A')).not.toBe(edited);
});

test('an unknown scenario is not activated', () => {
  const { runs } = begin('A');
  const run = runs.find('A');
  expect(runs.activate('C')).toBe(false);
  expect(runs.active).toBe('A');
  expect(runs.find('A')).toBe(run);
});

test('a removed scenario leaves Default active, and is active again after its return', () => {
  const { scenarios, runs } = begin('A');
  expect(runs.leaveRemoved()).toBe(null);
  scenarios.delete('A');
  expect(runs.leaveRemoved()).toBe('A');
  expect(runs.active).toBe('Default');
  runs.restore('A');
  expect(runs.active).toBe('Default');
  scenarios.set('A', named('A'));
  runs.restore('B');
  expect(runs.active).toBe('Default');
  runs.restore('A');
  expect(runs.active).toBe('A');
});

test('a removed scenario does not return over one that was activated since', () => {
  const { scenarios, runs } = begin('A', 'B');
  scenarios.delete('A');
  runs.leaveRemoved();
  runs.activate('B');
  scenarios.set('A', named('A'));
  runs.restore('A');
  expect(runs.active).toBe('B');
});

test('a scenario returns once', () => {
  const { scenarios, runs } = begin('A');
  scenarios.delete('A');
  runs.leaveRemoved();
  scenarios.set('A', named('A'));
  runs.restore('A');
  runs.activate('Default');
  runs.restore('A');
  expect(runs.active).toBe('Default');
});
