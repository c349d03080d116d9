import { assertNever } from '../../../server/domain/basics/result.ts';
import { AuditView } from '../../features/audit/audit-view.tsx';
import { FixturesView } from '../../features/fixtures/fixtures-view.tsx';
import { LabsView } from '../../features/labs/labs-view.tsx';
import { LiveStateView } from '../../features/live-state/live-state-view.tsx';
import { RequestsView } from '../../features/requests/requests-view.tsx';
import { ScenariosView } from '../../features/scenarios/scenarios-view.tsx';
import type { Keymap } from '../../features/settings/keymap.ts';
import { SettingsView, type Theme } from '../../features/settings/settings-view.tsx';
import { TimeMachineView } from '../../features/time-machine/time-machine-view.tsx';
import { TryItView } from '../../features/try-it/try-it-view.tsx';
import type { ViewId } from '../base/views.ts';
import type { Workbench } from '../workbench/workbench.ts';

export interface ViewContentProps {
  readonly view: ViewId;
  readonly bench: Workbench;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly keymap: Keymap;
  readonly onKeymap: (keymap: Keymap) => void;
}

export function ViewContent({ view, bench, ...settings }: ViewContentProps) {
  switch (view) {
    case 'fixtures':
      return (
        <FixturesView
          fixtures={bench.fixtures}
          edits={bench.edits}
          bulk={bench.bulk}
          collections={bench.collections}
          toaster={bench.toaster}
        />
      );
    case 'scenarios':
      return <ScenariosView scenarios={bench.scenarios} imports={bench.scenarioImports} ready={bench.readyScenarios} />;
    case 'live-state':
      return <LiveStateView states={bench.liveStates} comparison={bench.comparison} />;
    case 'time-machine':
      return <TimeMachineView machine={bench.timeMachine} />;
    case 'requests':
      return <RequestsView requests={bench.requests} expectations={bench.expectations} />;
    case 'try-it':
      return <TryItView tryIt={bench.tryIt} />;
    case 'labs':
      return <LabsView labs={bench.labs} />;
    case 'audit':
      return <AuditView audits={bench.audits} drifts={bench.drifts} />;
    case 'settings':
      return <SettingsView edits={bench.settingsEdits} {...settings} />;
    default:
      return assertNever(view);
  }
}
