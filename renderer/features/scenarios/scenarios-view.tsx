import { useStore } from 'zustand';
import { useHost } from '../../console/use-console.ts';
import { DraftGroup } from '../../ui/drafts/use-draft.tsx';
import { SplitView } from '../../ui/layout/split-view.tsx';
import type { ReadyScenarios } from './model/ready-scenarios.ts';
import type { ScenarioImports } from './model/scenario-imports.ts';
import type { Scenarios } from './model/scenarios.ts';
import { isChosen, shownScenario } from './model/scenarios-state.ts';
import { ReadyDialog } from './ready-dialog.tsx';
import { ScenarioEditor } from './scenario-editor.tsx';
import { ScenarioImportDialog } from './scenario-import-dialog.tsx';
import { ScenarioList } from './scenario-list.tsx';
import styles from './scenarios.module.css';

interface ScenariosViewProps {
  readonly scenarios: Scenarios;
  readonly imports: ScenarioImports;
  readonly ready: ReadyScenarios;
}

/** The scenarios of the workspace and the editor of the selected one. */
export function ScenariosView({ scenarios, imports, ready }: ScenariosViewProps) {
  const all = useHost((state) => state.scenarios);
  const active = useHost((state) => state.scenario);
  const state = useStore(scenarios.store);
  const shown = shownScenario({ scenarios: all, scenario: active }, state);
  return (
    <div className={styles.view}>
      <SplitView
        id="scenarios"
        listSize={26}
        listMinWidth={268}
        list={<ScenarioList scenarios={scenarios} shown={shown} />}
        detail={
          shown && (
            <DraftGroup key={(isChosen(shown, state) && state.chosenAs) || shown.name} name={`scenario ${shown.name}`}>
              <ScenarioEditor scenarios={scenarios} scenario={shown} />
            </DraftGroup>
          )
        }
      />
      <ScenarioImportDialog imports={imports} />
      <ReadyDialog ready={ready} />
    </div>
  );
}
