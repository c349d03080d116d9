import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { classNames } from '../../../ui/base/class-names.ts';
import { copyText } from '../../../ui/base/copy.tsx';
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx';
import { type Draft, useDraft } from '../../../ui/drafts/use-draft.tsx';
import { Input } from '../../../ui/form/field.tsx';
import styles from './log.module.css';
import type { Requests } from './requests.ts';
import type { EditedNote } from './requests-state.ts';

interface RequestNoteProps {
  readonly requests: Requests;
  readonly id: number;
  readonly note: string;
}

/** The note of a request, or the field that edits it: Enter saves, Escape cancels. */
export function RequestNote({ requests, id, note }: RequestNoteProps) {
  const edited = useStore(requests.store, ({ editedNote }) => (editedNote?.id === id ? editedNote : null));
  if (edited) return <NoteField requests={requests} edited={edited} />;
  if (note === '') return null;
  return (
    <div className={classNames('line', styles.note)}>
      <p>{note}</p>
    </div>
  );
}

interface NoteFieldProps {
  readonly requests: Requests;
  readonly edited: EditedNote;
}

function NoteField({ requests: { store, annotations }, edited: { id, time, begun } }: NoteFieldProps) {
  const draft = useDraft(`note ${id} ${time}`, () => begun);
  /** Whether the person has closed the field, rather than its request has left the log. */
  const isClosed = useRef(false);
  const save = async () => {
    isClosed.current ||= store.getState().editedNote?.id === id;
    const written = await annotations.writeNote(draft.value);
    if (written === 'saved') draft.saved(draft.value);
    else if (written === 'refused' && isClosed.current) offerCopy(draft, id);
  };
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  /** The element that had the focus and gets it back. */
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (!isClosed.current) offerCopy(latest.current, id);
      else if (before instanceof HTMLElement) before.focus();
    },
    [before, id],
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
            isClosed.current = true;
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

/** Offers a note that could not be saved, as its request may be gone for good. */
function offerCopy({ isChanged, value, offer }: Draft<string>, id: number): void {
  if (!isChanged) return;
  offer(`The note of request #${id} is not saved.`, { title: 'Copy the note', run: () => void copyText(value) });
}
