import { FileUp } from 'lucide-react';
import { useConsole, useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/action.tsx';
import { TypedField } from '../../ui/typed-field.tsx';
import { Fact, Found } from './parts.tsx';
import styles from './settings.module.css';

/** The workspace itself: its name, its file, and what of the file could not be used. */
export function WorkspaceRows() {
  const { client } = useConsole();
  const { name, file, readOnly, notes } = useHost((state) => state.workspace);
  const rename = async (text: string) => {
    const reply = await client.call('workspace.rename', { name: text });
    return reply.ok ? null : reply.problem.detail;
  };
  return (
    <>
      <Found texts={['name title', 'workspace']}>
        <TypedField
          label="Name"
          hint="What the mock calls itself in its index and in its OpenAPI document."
          value={name}
          onCommit={rename}
          className={styles.input}
        />
      </Found>
      <Fact label="File" words="workspace path import">
        <span className={styles.inLine}>
          {file ?? 'not saved to a file yet'}
          <ActionButton id="workspace.import" icon={FileUp}>
            Import a file…
          </ActionButton>
        </span>
      </Fact>
      {readOnly !== null && (
        <Fact label="Read-only" words="save">
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
