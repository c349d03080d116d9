import {
  Check,
  CircleAlert,
  CloudAlert,
  CloudDownload,
  CopyCheck,
  Diff,
  History,
  Loader,
  Lock,
  Redo2,
  RotateCcw,
  Search,
  Undo2,
} from 'lucide-react';
import { useHost, useLink } from '../../console/use-console.ts';
import { ActionButton, useAction } from '../../ui/base/action.tsx';
import { Button } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { formatCount, plural } from '../../ui/base/format.ts';
import { Shortcut } from '../../ui/base/kbd.tsx';
import { firstShown } from '../../ui/base/shown.ts';
import { tip } from '../../ui/base/tooltip.tsx';
import { ActionItem, Menu } from '../../ui/overlay/menu.tsx';
import { Popover } from '../../ui/overlay/popover.tsx';
import { changedRecords } from '../actions/actions.ts';
import { addressOf } from '../base/views.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { HistoryList } from './history-list.tsx';
import { ScenarioSwitcher } from './scenario-switcher.tsx';
import { ServerControl } from './server-control.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  readonly bench: Workbench;
  /** Whether the history is open. */
  readonly showsHistory: boolean;
  readonly onCloseHistory: () => void;
}

/** The server, the scenario, changed records, undo and the save state; above every view. */
export function TopBar({ bench, showsHistory, onCloseHistory }: TopBarProps) {
  const palette = useAction('palette');
  return (
    <header className={classNames('line', styles.bar)}>
      <ServerControl />
      <UpstreamState />
      <ScenarioSwitcher />
      <Changes />
      <span className={styles.history}>
        <ActionButton id="history.undo" icon={Undo2} />
        <ActionButton id="history.redo" icon={Redo2} />
        <Popover
          label="History"
          anchor={<ActionButton id="history.show" icon={History} pressed={showsHistory} />}
          open={showsHistory}
          onClose={onCloseHistory}
          onReturn={() => firstShown('[role=grid]')?.focus()}
        >
          <HistoryList toaster={bench.toaster} stepsAhead={bench.stepsAhead} />
        </Popover>
      </span>
      <SaveState />
      <button type="button" className={styles.palette} aria-label="All actions" onClick={palette.run}>
        <Search aria-hidden />
        {palette.shortcut && <Shortcut keys={palette.shortcut} />}
      </button>
    </header>
  );
}

/** Which responses come from the real service, and how much of it is recorded; nothing while it is off. */
function UpstreamState() {
  const { mode, url, recorded, fault } = useHost((state) => state.upstream);
  if (mode === 'off') return null;
  const from = mode === 'all' ? 'Everything' : 'What the mock does not have';
  return (
    <a
      href={addressOf('settings')}
      className={classNames('line', styles.upstream)}
      data-fault={fault !== null}
      aria-label={`Upstream: ${plural(recorded, 'exchange')} recorded${fault === null ? '' : ', the latest request failed'}`}
      {...tip(fault ?? `${from} is fetched from ${url} and recorded`)}
    >
      {fault === null ? <CloudDownload aria-hidden /> : <CloudAlert aria-hidden />}
      <span className={styles.upstreamWord}>{fault === null ? 'Recording' : 'Upstream fails'}</span>
      <b>{formatCount(recorded)}</b>
    </a>
  );
}

/** The number of changed records with Revert and Keep, in a menu where the bar is narrow. Hidden, in its place, without any. */
function Changes() {
  const changed = useHost(changedRecords);
  return (
    <section className={styles.changes} aria-label="Live changes" data-none={changed === 0}>
      <span className={styles.wide}>
        <span role="status" className={styles.changed} title="Records whose live state differs from the fixtures">
          <Diff aria-hidden />
          <b>{formatCount(changed)}</b> live {changed === 1 ? 'change' : 'changes'}
        </span>
        <ActionButton id="state.reset" icon={RotateCcw} look="bare">
          Revert
        </ActionButton>
        <ActionButton id="state.keep" icon={CopyCheck} look="bare">
          Keep
        </ActionButton>
      </span>
      <span className={styles.narrow}>
        <Menu
          align="end"
          trigger={
            <Button look="bare" icon={Diff} aria-label={plural(changed, 'live change')} className={styles.count}>
              {formatCount(changed)}
            </Button>
          }
        >
          <ActionItem id="state.reset" icon={RotateCcw} />
          <ActionItem id="state.keep" icon={CopyCheck} />
        </Menu>
      </span>
    </section>
  );
}

/** Whether the edits are saved in the file; empty while the host is away. */
function SaveState() {
  const link = useLink();
  return link === 'live' && <KnownSaveState />;
}

function KnownSaveState() {
  const save = useHost((state) => state.save);
  const { readOnly, file } = useHost((state) => state.workspace);
  if (readOnly !== null) {
    return (
      <span className={styles.save} role="status" title={readOnly}>
        <Lock aria-hidden />
        In memory
      </span>
    );
  }
  if (save.state === 'failed') {
    return (
      <span className={styles.unsaved} role="alert" title={save.reason}>
        <CircleAlert aria-hidden />
        Not saved
      </span>
    );
  }
  const Icon = save.state === 'saving' ? Loader : Check;
  return (
    <span className={styles.save} role="status" title={file ?? undefined}>
      <Icon aria-hidden />
      <span className={styles.progress}>{save.state === 'saving' ? 'Saving…' : 'Saved'}</span>
    </span>
  );
}
