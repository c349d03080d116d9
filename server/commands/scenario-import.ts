import type { ImportedScenarios } from '../contract/schema/output.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, refuse } from '../domain/basics/result.ts';
import { type Scenario, sameScenario } from '../domain/scenario/scenario.ts';
import { changeScenarios } from '../editing/scenario-edit.ts';
import { readScenarioFile } from '../store/scenario-file.ts';
import type { Handlers, HostParts } from './context.ts';

/** Scenarios out of a file, beside and in place of those of the workspace. */
export function scenarioImport(parts: HostParts): Pick<Handlers, 'scenarios.import'> {
  const { scenarios } = parts.workspace;

  function stateOf(scenario: Scenario): ImportedScenarios['scenarios'][number]['state'] {
    const known = scenarios.get(scenario.name);
    if (!known) return 'new';
    return sameScenario(known, scenario) ? 'same' : 'replaces';
  }

  return {
    'scenarios.import': ({ text, fileName, as }) => {
      const read = readScenarioFile(text);
      if (!read.ok) return read;
      const good = read.value.flatMap(({ scenario }) => (scenario.ok ? [scenario.value] : []));
      const imported: ImportedScenarios = {
        scenarios: good.map((one) => ({ name: one.name, rules: one.rules.length, state: stateOf(one) })),
        refused: read.value.flatMap(({ name, scenario }) => (scenario.ok ? [] : [{ name, reasons: scenario.problem }])),
      };
      if (as === 'preview') return accept(imported);
      const different = good.filter((one) => stateOf(one) !== 'same');
      if (different.length === 0) {
        return refuse(problem('conflict', 'The file has no scenario that the workspace does not have already.'));
      }
      // A map keeps the place of what is replaced and puts what is new at the end.
      const all = new Map(scenarios);
      for (const one of different) all.set(one.name, one);
      changeScenarios(parts, `import of ${fileName}`, [...all.values()]);
      return accept(imported);
    },
  };
}
