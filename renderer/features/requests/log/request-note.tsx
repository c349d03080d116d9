import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { classNames } from '../../../ui/base/class-names.ts';
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx';
import { useDraft } from '../../../ui/drafts/use-draft.tsx';
import { Input } from '../../../ui/form/field.tsx';
import styles from './log.module.css';
import type { Requests } from './requests.ts';

interface RequestNoteProps {
  readonly requests: Requests;
  readonly id: number;
  readonly note: string;
}

/** The note of a request, or the field that edits it: Enter saves, Escape cancels. */
export function RequestNote({ requests, id, note }: RequestNoteProps) {
  const isWritten = useStore(requests.store, ({ editedNote }) => editedNote === id);
  if (isWritten) return <NoteField requests={requests} id={id} note={note} />;
  if (note === '') return null;
  return (
    <div className={classNames('line', styles.note)}>
      <p>{note}</p>
    </div>
  );
}

function NoteField({ requests, id, note }: RequestNoteProps) {
  const draft = useDraft(`note ${id}`, () => note);
  const save = async () => {
    if (await requests.writeNote(id, draft.value)) draft.drop();
  };
  /** The element that had the focus and gets it back. */
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
  return (
    <div className={classNames('line', styles.note)}>
      <Input
        autoFocus
        aria-label="Note"
        placeholder="Note (search with note:)"
        maxLength={10_000}
        value={draft.value}
        onChange={(event) => draft.set(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save();
          if (event.key === 'Escape') {
            draft.drop();
            requests.endNote();
          }
        }}
        onBlur={() => {
          if (requests.store.getState().editedNote === id) void save();
        }}
      />
      <DraftNotice draft={draft} />
    </div>
  );
}
