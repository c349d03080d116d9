import { CircleAlert, Download, Info, Lock, RotateCcw, Save, SaveAll, X } from 'lucide-react';
import { useState } from 'react';
import { useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { IconButton } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { plural } from '../../ui/base/format.ts';
import { addressOf } from '../base/views.ts';
import styles from './notice-bars.module.css';
import { NoticeText } from './notice-text.tsx';

/**
 * Reports edits that stay in memory, a workspace file that cannot be saved, and one that was read only in part. Edits in memory
 * are reported from the start: a bar that came with the first edit would push the page away under the pointer. Closed, it is
 * still in the top bar.
 */
export function FileBar() {
  const save = useHost((state) => state.save);
  const { readOnly, saveAs } = useHost((state) => state.workspace);
  const [closed, setClosed] = useState<string | null>(null);
  if (readOnly !== null && closed === readOnly) return <Notes />;
  if (readOnly !== null) {
    return (
      <>
        <div className={classNames('line', styles.fileBar)} role="status">
          <Lock aria-hidden />
          <NoticeText text={readOnly} />
          {saveAs === null ? (
            <ActionButton id="workspace.download" icon={Download}>
              Download
            </ActionButton>
          ) : (
            <ActionButton id="workspace.save-as" icon={SaveAll}>
              {saveAs === 'dialog' ? 'Save as…' : 'Save as workspace'}
            </ActionButton>
          )}
          <IconButton label="Close the notice" icon={X} onClick={() => setClosed(readOnly)} />
        </div>
        <Notes />
      </>
    );
  }
  if (save.state !== 'failed') return <Notes />;
  return (
    <div className={classNames('line', styles.fileBar)} data-tone="bad" role="alert">
      <CircleAlert aria-hidden />
      <NoticeText text={save.reason} />
      <ActionButton id="workspace.overwrite" icon={Save}>
        {save.changedOnDisk ? 'Overwrite' : 'Try again'}
      </ActionButton>
      {save.changedOnDisk && (
        <ActionButton id="workspace.reload" icon={RotateCcw}>
          Reload
        </ActionButton>
      )}
    </div>
  );
}

/** Parts of the file that were ignored, until dismissed. */
function Notes() {
  const notes = useHost(({ workspace }) => workspace.notes);
  const [dismissed, setDismissed] = useState<readonly string[] | null>(null);
  const [first] = notes;
  if (first === undefined || dismissed === notes) return null;
  return (
    <div className={classNames('line', styles.fileBar)} role="status">
      <Info aria-hidden />
      <NoticeText text={first} />
      {notes.length > 1 && <a href={addressOf('settings')}>{plural(notes.length - 1, 'more note')} in Settings</a>}
      <IconButton label="Dismiss the notes" icon={X} onClick={() => setDismissed(notes)} />
    </div>
  );
}
