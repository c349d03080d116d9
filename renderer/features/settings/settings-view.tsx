import { Footprints, Play, RotateCcw, Square, Wrench } from 'lucide-react';
import { useRef, useState } from 'react';
import { assertNever } from '../../../server/domain/basics/result.ts';
import { useHost, useLink } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { DraftGroup } from '../../ui/drafts/use-draft.tsx';
import { SearchField } from '../../ui/form/field.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { Toolbar } from '../../ui/layout/toolbar.tsx';
import type { Keymap } from './keymap.ts';
import { Fact, Found, Group, SearchContext } from './parts.tsx';
import { ReachRows } from './reach-rows.tsx';
import { SectionList } from './section-list.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';
import type { SettingsEdits } from './settings-edits.ts';
import { settingEntries, settingGroups } from './settings-form.ts';
import { SharingRows } from './sharing-rows.tsx';
import { ShortcutRows } from './shortcut-rows.tsx';
import { fixTitle } from './suggested-fix.ts';
import { UpstreamRows } from './upstream-rows.tsx';
import { WorkspaceRows } from './workspace-rows.tsx';

export type Theme = 'system' | 'light' | 'dark';

interface SettingsViewProps {
  readonly edits: SettingsEdits;
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
  readonly keymap: Keymap;
  readonly onKeymap: (keymap: Keymap) => void;
}

/** The settings of the workspace file and of the console. */
export function SettingsView({ edits, theme, onTheme, keymap, onKeymap }: SettingsViewProps) {
  const [search, setSearch] = useState('');
  const sharing = useHost((state) => state.sharing);
  const box = useRef<HTMLDivElement>(null);
  const shared = sharing ? ['Instances'] : [];
  const titles = ['Workspace', ...settingGroups, 'Devices', ...shared, 'Upstream', 'Console', 'Shortcuts'];
  return (
    <div className={styles.view}>
      <Toolbar
        count={null}
        actions={
          <ActionButton id="settings.reset" icon={RotateCcw}>
            Reset all
          </ActionButton>
        }
      >
        <SearchField label="Search settings" placeholder="Search settings" value={search} onChange={setSearch} />
      </Toolbar>
      <SearchContext value={search}>
        <DraftGroup name="settings">
          <div className={styles.body}>
            <SectionList titles={titles} box={box} onGo={() => setSearch('')} />
            <div ref={box} className={styles.scroll}>
              <div className={styles.groups}>
                <Group title="Workspace">
                  <WorkspaceRows edits={edits} />
                </Group>
                {settingGroups.map((group) => (
                  <Group key={group} title={group}>
                    {group === 'Server' && <ServerRow />}
                    {settingEntries
                      .filter((entry) => entry.group === group)
                      .map((entry) => (
                        <Found key={entry.name} texts={[entry.name, entry.label, entry.hint, group]}>
                          <SettingRow entry={entry} edits={edits} />
                        </Found>
                      ))}
                  </Group>
                ))}
                <Group title="Devices">
                  <ReachRows />
                </Group>
                {sharing && (
                  <Group title="Instances">
                    <SharingRows sharing={sharing} />
                  </Group>
                )}
                <Group title="Upstream">
                  <UpstreamRows edits={edits} />
                </Group>
                <Group title="Console">
                  <Fact label="Theme" words="light dark system colours">
                    <SegmentedControl
                      label="Theme"
                      options={[
                        { value: 'system', title: 'System' },
                        { value: 'light', title: 'Light' },
                        { value: 'dark', title: 'Dark' },
                      ]}
                      chosen={theme}
                      onChoose={onTheme}
                    />
                  </Fact>
                  <Fact label="Tour" words="help first start introduction">
                    <ActionButton id="help.tour" icon={Footprints}>
                      Take the tour
                    </ActionButton>
                  </Fact>
                </Group>
                <Group title="Shortcuts">
                  <ShortcutRows keymap={keymap} onKeymap={onKeymap} />
                </Group>
                <p className={styles.nothing}>No setting matches “{search}”.</p>
              </div>
            </div>
          </div>
        </DraftGroup>
      </SearchContext>
    </div>
  );
}

function ServerRow() {
  const link = useLink();
  const server = useHost((state) => state.server);
  const port = useHost(({ workspace }) => workspace.settings.port);
  const runs = server.state === 'listening' || server.state === 'starting';
  const isElsewhere = server.state === 'listening' && port !== 0 && port !== server.port;
  const sentence = () => {
    if (link !== 'live') return 'Unknown: there is no connection to the host.';
    switch (server.state) {
      case 'listening': {
        const where = server.https ? `${server.url} and ${server.https.url}` : server.url;
        return isElsewhere
          ? `Listening at ${where}. Port ${port} applies after the next start.`
          : `Listening at ${where}`;
      }
      case 'starting':
        return 'Starting…';
      case 'stopped':
        return 'Stopped';
      case 'failed':
        return server.reason;
      default:
        return assertNever(server);
    }
  };
  return (
    <Fact label="State" words="server start stop listening address">
      <span className={classNames('line', styles.inLine)}>
        {sentence()}
        {server.state === 'failed' && server.suggestedFix && (
          <ActionButton id="server.fix" icon={Wrench}>
            {fixTitle(server.suggestedFix)}
          </ActionButton>
        )}
        {runs ? (
          <ActionButton id="server.stop" icon={Square}>
            Stop
          </ActionButton>
        ) : (
          <ActionButton id="server.start" icon={Play}>
            Start
          </ActionButton>
        )}
      </span>
    </Fact>
  );
}
