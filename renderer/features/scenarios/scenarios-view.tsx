import { useStore } from 'zustand';
import { useHost } from '../../console/use-console.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { DraftGroup } from '../../ui/drafts/use-draft.tsx';
import { SplitView } from '../../ui/layout/split-view.tsx';
import type { ReadyScenarios } from './model/ready-scenarios.ts';
import type { ScenarioImports } from './model/scenario-imports.ts';
import type { Scenarios } from './model/scenarios.ts';
import { shownScenario } from './model/scenarios-state.ts';
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
          shown ? (
            <DraftGroup key={`${state.selection} ${state.chosenAs ?? shown.name}`} name={`scenario ${shown.name}`}>
              <ScenarioEditor scenarios={scenarios} scenario={shown} />
            </DraftGroup>
          ) : (
            <EmptyState title={`There is no scenario “${state.chosen}”`}>
              It was deleted or renamed. Choose one from the list.
            </EmptyState>
          )
        }
      />
      <ScenarioImportDialog imports={imports} />
      <ReadyDialog ready={ready} />
    </div>
  );
}
