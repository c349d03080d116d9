import { defaultScenario } from '../../../server/domain/scenario/scenario.ts';
import type { Action } from '../../ui/action.tsx';
import type { Situation } from './situation.ts';

/** What can be done with scenarios: switch from anywhere, edit where they are shown. */
export function scenarioActions(situation: Situation): readonly Action[] {
  const { all, scenarios } = situation;
  return [
    ...all.map(({ name }, index) => ({
      id: `scenario.${name}`,
      title: name,
      group: 'Switch scenario',
      ...(index < 9 && { shortcut: String(index + 1) }),
      enabled: true,
      run: () => void scenarios.activate(name),
    })),
    ...editActions(situation),
  ];
}

function editActions({ scenarios, scenarioImports, view, shown }: Situation): readonly Action[] {
  const here = view === 'scenarios' && shown !== undefined;
  const group = 'Scenarios';
  return [
    {
      id: 'scenarios.add',
      title: 'New scenario',
      group,
      shortcut: 'n',
      enabled: view === 'scenarios',
      run: () => void scenarios.add(),
    },
    {
      id: 'scenarios.duplicate',
      title: 'Duplicate the scenario',
      group,
      shortcut: 'd',
      enabled: here,
      run: () => void scenarios.duplicate(shown),
    },
    {
      id: 'scenarios.remove',
      title: 'Delete the scenario',
      group,
      enabled: here && shown.name !== defaultScenario.name,
      run: () => void scenarios.remove(shown),
    },
    {
      id: 'scenarios.export',
      title: 'Export the scenario',
      group,
      enabled: here,
      run: () => void scenarios.export(shown && [shown.name]),
    },
    {
      id: 'scenarios.export-all',
      title: 'Export all scenarios',
      group,
      enabled: true,
      run: () => void scenarios.export(),
    },
    {
      id: 'scenarios.import',
      title: 'Import scenarios from a file',
      group,
      enabled: true,
      run: () => scenarioImports.choose(),
    },
  ];
}
