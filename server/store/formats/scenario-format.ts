import { defaultScenario, type Scenario } from '../../domain/scenario/scenario.ts';
import type { CheckedCursor } from './checked-cursor.ts';
import { onLines } from './file-text.ts';
import { decodeRule } from './rule-format.ts';

/** The largest seed: a bit operation can hold it. */
export const mostSeed = 2 ** 31 - 1;

/** Decodes the scenarios of a workspace. Their names are unique. Adds `Default` if the file does not have it. */
export function decodeScenarios(at: CheckedCursor): readonly Scenario[] {
  const scenarios = at.elements().map(decodeScenario);
  at.uniqueNames(scenarios, 'scenario');
  return scenarios.some(({ name }) => name === defaultScenario.name) ? scenarios : [defaultScenario, ...scenarios];
}

/** Decodes a scenario. Its members are those of the domain's type. */
export function decodeScenario(at: CheckedCursor): Scenario {
  at.onlyMembers(['name', 'description', 'seed', 'rules']);
  const seed = at.member('seed');
  return {
    name: at.required('name').text(),
    description: at.member('description').read((value) => typeof value === 'string', 'must be a text', ''),
    ...(seed.value !== undefined && { seed: seed.integer(0, mostSeed, 1) }),
    rules: at.member('rules').elements().map(decodeRule),
  };
}

/** The text of an array of at least one scenario, with a line for each rule. */
export function* scenarioPieces(scenarios: readonly Scenario[]): Generator<string> {
  yield '[';
  for (const [index, { name, description, seed, rules }] of scenarios.entries()) {
    yield `${index === 0 ? '' : ','}\n    {\n      "name": ${JSON.stringify(name)},\n`;
    const seeded = seed === undefined ? '' : `      "seed": ${seed},\n`;
    yield `      "description": ${JSON.stringify(description)},\n${seeded}      "rules": [`;
    yield* onLines(
      rules.map((rule) => ({ text: JSON.stringify(rule) })),
      '      ',
    );
    yield ']\n    }';
  }
  yield '\n  ]';
}
