import { ChevronDown, Download, FilePlus2, FileUp, FolderOpen, RotateCcw, SaveAll } from 'lucide-react';
import { useContext } from 'react';
import { useHost } from '../../console/use-console.ts';
import { ActionButton, ActionsContext } from '../../ui/base/action.tsx';
import { Button } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { TypedField } from '../../ui/form/typed-field.tsx';
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx';
import { Fact, Found } from './parts.tsx';
import styles from './settings.module.css';
import type { SettingsEdits } from './settings-edits.ts';

/** Name and file of the workspace, and the notes from reading it. */
export function WorkspaceRows({ edits }: { readonly edits: SettingsEdits }) {
  const { name, file, readOnly, saveAs, notes, recent } = useHost((state) => state.workspace);
  const rename = async (text: string) => {
    const reply = await edits.rename(text);
    return reply.ok ? null : reply.problem.detail;
  };
  return (
    <>
      <Found texts={['name title', 'workspace']}>
        <TypedField
          label="Name"
          hint="The name of the API in its index and its OpenAPI document."
          value={name}
          onCommit={rename}
          className={styles.input}
        />
      </Found>
      <Fact label="File" words="workspace path new open recent save as download import reload">
        <span className={classNames('line', styles.inLine)}>
          {file ?? 'Not saved to a file yet'}
          {recent !== null && (
            <>
              <ActionButton id="workspace.new" icon={FilePlus2}>
                New…
              </ActionButton>
              <ActionButton id="workspace.open" icon={FolderOpen}>
                Open…
              </ActionButton>
              {recent.length > 1 && <Recent />}
            </>
          )}
          {saveAs !== null && (
            <ActionButton id="workspace.save-as" icon={SaveAll}>
              {saveAs === 'dialog' ? 'Save as…' : 'Save as workspace'}
            </ActionButton>
          )}
          {recent === null && (
            <ActionButton id="workspace.download" icon={Download}>
              Download
            </ActionButton>
          )}
          <ActionButton id="workspace.import" icon={FileUp}>
            Import…
          </ActionButton>
          <ActionButton id="workspace.reload" icon={RotateCcw}>
            Reload
          </ActionButton>
        </span>
      </Fact>
      <Fact label="Kept" words="data storage where live state snapshots sessions log drafts theme">
        <ul className={styles.notes}>
          {readOnly === null ? (
            <>
              <li>Fixtures, settings, scenarios and saved requests: in the file.</li>
              <li>Snapshots, pinned requests and kept ones: in files beside the workspace.</li>
            </>
          ) : (
            <li>Edits, snapshots and pinned requests: in memory, until the program ends.</li>
          )}
          <li>Live state, sessions and the rest of the request log: in memory, until the program ends.</li>
          <li>Theme, shortcuts, layouts and unsaved input: in this browser or window.</li>
        </ul>
      </Fact>
      {readOnly !== null && (
        <Fact label="In memory" words="save read-only not saved">
          {readOnly}
        </Fact>
      )}
      {notes.length > 0 && (
        <Fact label="Notes" words="left out">
          <ul className={styles.notes}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  );
}

/** The recently opened workspaces. */
function Recent() {
  const actions = useContext(ActionsContext).filter(({ id }) => id.startsWith('workspace.recent-'));
  return (
    <Menu trigger={<Button icon={ChevronDown}>Recent</Button>}>
      {actions.map(({ id, title, note, run }) => (
        <MenuItem key={id} onSelect={run}>
          {title} <span className={styles.folder}>{note}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
