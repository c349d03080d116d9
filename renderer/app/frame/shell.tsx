import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { assertNever } from '../../../server/domain/basics/result.ts';
import { ConflictDialog } from '../../conflict/conflict-dialog.tsx';
import { AuditView } from '../../features/audit/audit-view.tsx';
import { FixturesView } from '../../features/fixtures/fixtures-view.tsx';
import { ImportDialog } from '../../features/imports/import-dialog.tsx';
import { LabsView } from '../../features/labs/labs-view.tsx';
import { LiveStateView } from '../../features/live-state/live-state-view.tsx';
import { RequestsView } from '../../features/requests/requests-view.tsx';
import { ScenariosView } from '../../features/scenarios/scenarios-view.tsx';
import { type Keymap, readKeymap, withKeymap } from '../../features/settings/keymap.ts';
import { SettingsView, type Theme } from '../../features/settings/settings-view.tsx';
import { TimeMachineView } from '../../features/time-machine/time-machine-view.tsx';
import { TryItView } from '../../features/try-it/try-it-view.tsx';
import { ActionsContext } from '../../ui/base/action.tsx';
import { useRemembered } from '../../ui/base/remember.ts';
import { DraftsContext } from '../../ui/drafts/drafts.ts';
import { QuestionDialog } from '../../ui/overlay/question-dialog.tsx';
import { Toasts } from '../../ui/overlay/toasts.tsx';
import type { Overlay } from '../actions/action-inputs.ts';
import { useActions } from '../actions/actions.ts';
import { useShortcuts } from '../actions/shortcuts.ts';
import { useIncomingFiles } from '../actions/use-incoming-files.ts';
import { useTheme } from '../base/theme.ts';
import { useView, type ViewId, views } from '../base/views.ts';
import { followLinks } from '../workbench/links.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { CheatSheet } from './cheat-sheet.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FileBar } from './file-bar.tsx';
import { keepFocus } from './keep-focus.ts';
import { LinkBar } from './link-bar.tsx';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import styles from './shell.module.css';
import { TopBar } from './top-bar.tsx';
import { TourBar } from './tour-bar.tsx';

/** The frame around every view. */
export function Shell({ bench }: { readonly bench: Workbench }) {
  const view = useView();
  const [theme, setTheme] = useTheme();
  const [keymap, setKeymap] = useRemembered<Keymap>('shortcuts', {});
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const close = useCallback(() => setOverlay(null), []);
  const show = useCallback((next: Overlay) => setOverlay((now) => (now === next ? null : next)), []);
  const chosen = useActions(bench, { theme, setTheme, show });
  const actions = useMemo(() => withKeymap(chosen, readKeymap(keymap)), [chosen, keymap]);
  useShortcuts(actions);
  useIncomingFiles(bench);
  useLayoutEffect(() => followLinks(bench), [bench]);
  useLayoutEffect(() => keepFocus(document), []);
  return (
    <DraftsContext value={bench.drafts}>
      <ActionsContext value={actions}>
        <div className={styles.shell}>
          <TopBar toaster={bench.toaster} showsHistory={overlay === 'history'} onCloseHistory={close} />
          <LinkBar />
          <FileBar />
          <TourBar tour={bench.tour} />
          <div className={styles.body}>
            <Rail />
            <main className={styles.view} aria-labelledby="view-title" tabIndex={-1}>
              <h1 id="view-title" className="unseen">
                {views.find(({ id }) => id === view)?.title}
              </h1>
              <ErrorBoundary key={`${bench.nth} ${view}`}>
                <ViewContent
                  view={view}
                  bench={bench}
                  theme={theme}
                  onTheme={setTheme}
                  keymap={readKeymap(keymap)}
                  onKeymap={setKeymap}
                />
              </ErrorBoundary>
            </main>
          </div>
        </div>
        {overlay === 'palette' && <Palette actions={actions} onClose={close} />}
        {overlay === 'cheat-sheet' && <CheatSheet onClose={close} />}
        <ImportDialog imports={bench.imports} />
        <ConflictDialog conflicts={bench.conflicts} />
        <QuestionDialog toaster={bench.toaster} />
        <Toasts toaster={bench.toaster} />
      </ActionsContext>
    </DraftsContext>
  );
}

interface ViewContentProps {
  readonly view: ViewId;
  readonly bench: Workbench;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly keymap: Keymap;
  readonly onKeymap: (keymap: Keymap) => void;
}

function ViewContent({ view, bench, ...settings }: ViewContentProps) {
  switch (view) {
    case 'fixtures':
      return (
        <FixturesView fixtures={bench.fixtures} edits={bench.edits} bulk={bench.bulk} collections={bench.collections} />
      );
    case 'scenarios':
      return <ScenariosView scenarios={bench.scenarios} imports={bench.scenarioImports} />;
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
      return <AuditView audits={bench.audits} />;
    case 'settings':
      return <SettingsView {...settings} />;
    default:
      return assertNever(view);
  }
}
