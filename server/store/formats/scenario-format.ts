import { defaultScenario, type Scenario } from '../../domain/scenario/scenario.ts';
import type { CheckedCursor } from './checked-cursor.ts';
import { decodeRule } from './rule-format.ts';
import { onLines } from './text-slices.ts';

/** Seeds: what a person may type and a bit operation can hold. */
const mostSeed = 2 ** 31 - 1;

/** The scenarios of a workspace. `Default` is always one of them, also where the file does not name it. */
export function decodeScenarios(at: CheckedCursor): readonly Scenario[] {
  const scenarios = at.elements().map(decodeScenario);
  const names = scenarios.map(({ name }) => name);
  names.forEach((name, index) => {
    const first = names.indexOf(name);
    if (first < index)
      at.member(String(index))
        .member('name')
        .refuse(`scenario ${first + 1} is already called "${name}"`);
  });
  return names.includes(defaultScenario.name) ? scenarios : [defaultScenario, ...scenarios];
}

/** One scenario; its members are those of the domain's type. */
export function decodeScenario(at: CheckedCursor): Scenario {
  at.onlyMembers(['name', 'description', 'seed', 'rules']);
  const seed = at.member('seed');
  return {
    name: at.required('name').text(''),
    description: at.member('description').read((value) => typeof value === 'string', 'must be a text', ''),
    ...(seed.value !== undefined && { seed: seed.integer(0, mostSeed, 1) }),
    rules: at.member('rules').elements().map(decodeRule),
  };
}

/** Scenarios, of which there is at least one, as the text of an array in which each rule has a line of its own. */
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
