import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { ConflictDialog } from '../../conflict/conflict-dialog.tsx';
import { ImportDialog } from '../../features/imports/import-dialog.tsx';
import { type Keymap, readKeymap, withKeymap } from '../../features/settings/keymap.ts';
import { ActionsContext } from '../../ui/base/action.tsx';
import { guardDoubleClicks } from '../../ui/base/double-click.ts';
import { useRemembered } from '../../ui/base/remember.ts';
import { chooseByTyping } from '../../ui/base/type-ahead.ts';
import { DraftsContext } from '../../ui/drafts/drafts.ts';
import { QuestionDialog } from '../../ui/overlay/question-dialog.tsx';
import { Toasts } from '../../ui/overlay/toasts.tsx';
import type { Overlay } from '../actions/action-inputs.ts';
import { useActions } from '../actions/actions.ts';
import { useLastField } from '../actions/last-field.ts';
import { useShortcuts } from '../actions/shortcuts.ts';
import { useIncomingFiles } from '../actions/use-incoming-files.ts';
import { FileBar } from '../bars/file-bar.tsx';
import { LinkBar } from '../bars/link-bar.tsx';
import { Rail } from '../bars/rail.tsx';
import { TopBar } from '../bars/top-bar.tsx';
import { TourBar } from '../bars/tour-bar.tsx';
import { useTheme } from '../base/theme.ts';
import { useView, views } from '../base/views.ts';
import { followLinks } from '../workbench/links.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { CheatSheet } from './cheat-sheet.tsx';
import { keepFocus } from './keep-focus.ts';
import { KeptViews } from './kept-views.tsx';
import { KeyHints } from './key-hints.tsx';
import { Palette } from './palette.tsx';
import styles from './shell.module.css';

/** The frame around every view. */
export function Shell({ bench }: { readonly bench: Workbench }) {
  const view = useView();
  const [theme, setTheme] = useTheme();
  const [keymap, setKeymap] = useRemembered<Keymap>('shortcuts', {});
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const close = useCallback(() => setOverlay(null), []);
  const show = useCallback((next: Overlay) => setOverlay((now) => (now === next ? null : next)), []);
  const chosen = useActions(bench, { theme, setTheme, show });
  const ownKeys = useMemo(() => readKeymap(keymap), [keymap]);
  const actions = useMemo(() => withKeymap(chosen, ownKeys), [chosen, ownKeys]);
  const lastField = useLastField();
  useShortcuts(actions, lastField);
  useIncomingFiles(bench);
  useLayoutEffect(() => followLinks(bench), [bench]);
  useLayoutEffect(() => keepFocus(document, lastField), [lastField]);
  useLayoutEffect(() => chooseByTyping(document), []);
  useLayoutEffect(() => guardDoubleClicks(document), []);
  return (
    <DraftsContext value={bench.drafts}>
      <ActionsContext value={actions}>
        <div className={styles.shell}>
          <TopBar bench={bench} showsHistory={overlay === 'history'} onCloseHistory={close} />
          <LinkBar />
          <FileBar />
          <TourBar tour={bench.tour} />
          <div className={styles.body}>
            <Rail />
            <main className={styles.view} aria-labelledby="view-title" tabIndex={-1}>
              <h1 id="view-title" className="unseen">
                {views.find(({ id }) => id === view)?.title}
              </h1>
              <KeptViews
                key={bench.nth}
                view={view}
                bench={bench}
                theme={theme}
                onTheme={setTheme}
                keymap={ownKeys}
                onKeymap={setKeymap}
              />
            </main>
            <Toasts toaster={bench.toaster}>
              <KeyHints />
            </Toasts>
          </div>
        </div>
        {overlay === 'palette' && <Palette actions={actions} bench={bench} onClose={close} />}
        {overlay === 'cheat-sheet' && <CheatSheet onClose={close} />}
        <ImportDialog imports={bench.imports} />
        <ConflictDialog conflicts={bench.conflicts} />
        <QuestionDialog toaster={bench.toaster} />
      </ActionsContext>
    </DraftsContext>
  );
}
