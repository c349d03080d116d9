import { defaultScenario } from '../../../server/domain/scenario/scenario.ts';
import type { EffectKind } from '../../features/scenarios/model/rule-form.ts';
import { effectWords } from '../../features/scenarios/model/rule-words.ts';
import { noneShown } from '../../features/scenarios/model/scenarios-state.ts';
import type { Action } from '../../ui/base/action.tsx';
import { go } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** Switching scenarios from any view, and editing them in theirs. */
export function scenarioActions(inputs: ActionInputs): readonly Action[] {
  const { allScenarios, scenarios } = inputs;
  return actionsOf({ group: 'Switch scenario' }, [
    ...allScenarios.map(({ name, description }, index) => ({
      id: `scenario.${name}`,
      title: name,
      ...(description !== '' && { note: description }),
      ...(index < 9 && { shortcut: String(index + 1) }),
      run: () => void scenarios.activate(name),
    })),
    ...editActions(inputs),
  ]);
}

function editActions({
  scenarios,
  scenarioImports,
  readyScenarios,
  view,
  editedScenario,
}: ActionInputs): readonly Action[] {
  const here = view === 'scenarios' && editedScenario !== undefined;
  const why = view === 'scenarios' ? noneShown : 'Open Scenarios first.';
  return actionsOf({ group: 'Scenarios', enabled: here, why }, [
    {
      id: 'scenarios.add',
      title: 'New scenario',
      shortcut: 'n',
      enabled: view === 'scenarios',
      once: true,
      run: () => scenarios.add(),
    },
    {
      id: 'scenarios.ready',
      title: 'Add ready-made scenarios',
      enabled: true,
      run: () => {
        go('scenarios');
        return readyScenarios.open();
      },
    },
    ...(Object.keys(effectWords) as EffectKind[]).map((kind) => ({
      id: `scenarios.rule.${kind}`,
      title: `Add a rule: ${effectWords[kind].title}`,
      run: () => editedScenario && scenarios.rules.add(editedScenario.name, kind),
    })),
    {
      id: 'scenarios.duplicate',
      title: 'Duplicate the scenario',
      shortcut: 'd',
      once: true,
      run: () => scenarios.duplicate(editedScenario),
    },
    {
      id: 'scenarios.remove',
      title: 'Delete the scenario',
      enabled: here && editedScenario.name !== defaultScenario.name,
      why: here ? 'The default scenario stays.' : why,
      once: true,
      run: () => void scenarios.remove(editedScenario),
    },
    {
      id: 'scenarios.export',
      title: 'Export the scenario',
      run: () => void scenarios.export(editedScenario && [editedScenario.name]),
    },
    { id: 'scenarios.export-all', title: 'Export all scenarios', enabled: true, run: () => void scenarios.export() },
    {
      id: 'scenarios.import',
      title: 'Import scenarios from a file',
      enabled: true,
      run: () => scenarioImports.choose(),
    },
  ]);
}
