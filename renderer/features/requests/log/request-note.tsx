import { useEffect, useRef, useState } from 'react';
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
  const begun = useStore(requests.store, ({ editedNote }) => (editedNote?.id === id ? editedNote.begun : null));
  if (begun !== null) return <NoteField requests={requests} id={id} begun={begun} />;
  if (note === '') return null;
  return (
    <div className={classNames('line', styles.note)}>
      <p>{note}</p>
    </div>
  );
}

interface NoteFieldProps {
  readonly requests: Requests;
  readonly id: number;
  /** The note when the edit began. */
  readonly begun: string;
}

function NoteField({ requests: { store, annotations }, id, begun }: NoteFieldProps) {
  const draft = useDraft(`note ${id}`, () => begun);
  const save = async () => {
    if (await annotations.writeNote(draft.value)) draft.drop();
  };
  /** The element that had the focus and gets it back. */
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
  useEffect(() => annotations.noteOpened(), [annotations]);
  const field = useRef<HTMLInputElement>(null);
  // A press on another request chooses it, which closes the field, before the focus leaves the field.
  useEffect(() => {
    const leave = ({ target }: PointerEvent) => {
      if (target !== field.current) field.current?.blur();
    };
    window.addEventListener('pointerdown', leave, true);
    return () => window.removeEventListener('pointerdown', leave, true);
  }, []);
  return (
    <div className={classNames('line', styles.note)}>
      <Input
        ref={field}
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
            annotations.endNote();
          }
        }}
        onBlur={() => {
          if (store.getState().editedNote?.id === id) void save();
        }}
      />
      <DraftNotice draft={draft} />
    </div>
  );
}
