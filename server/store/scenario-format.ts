import { defaultScenario, type Scenario } from '../domain/scenario/scenario.ts';
import type { Place } from './place.ts';
import { decodeRule } from './rule-format.ts';

/** Seeds: what a person may type and a bit operation can hold. */
const mostSeed = 2 ** 31 - 1;

/** The scenarios of a workspace. `Default` is always one of them, also where the file does not name it. */
export function decodeScenarios(at: Place): readonly Scenario[] {
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

function decodeScenario(at: Place): Scenario {
  at.onlyMembers(['name', 'description', 'seed', 'rules']);
  const seed = at.member('seed');
  return {
    name: at.required('name').text(''),
    description: at.member('description').read((value) => typeof value === 'string', 'must be a text', ''),
    ...(seed.value !== undefined && { seed: seed.integer(0, mostSeed, 1) }),
    rules: at.member('rules').elements().map(decodeRule),
  };
}
