import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftAction, DraftScope, DraftsContext, dropSaved, isSame, keepDraft, openDraft } from './drafts.ts';

/** The input of an editor, kept until it is saved or discarded. */
export interface Draft<Value> {
  readonly value: Value;
  readonly isChanged: boolean;
  /** True while the editor shows unsaved input of an earlier opening. */
  readonly isRestored: boolean;
  readonly set: (value: Value) => void;
  /** Returns to the initial value. */
  readonly discard: () => void;
  /**
   * Drops a value that was saved. Input that has changed since is kept, as `rebase` gives it. True if nothing has, and the editor
   * is open still: a dialog then closes, and not another one that was opened meanwhile.
   */
  readonly saved: (value: Value, rebase?: (later: Value) => Value) => boolean;
  /** Changes the input as it is now, which may be later than {@link value}; nothing once the editor is closed. */
  readonly amend: (change: (latest: Value) => Value) => void;
  /** Drops the draft of a closing editor; returns a function that brings it back. */
  readonly drop: () => () => void;
  /** Offers an action on the draft of a closed editor, until the editor opens again. */
  readonly offer: (text: string, action: DraftAction) => void;
}

/**
 * State of an editor that outlives the editor: closing it, a refresh, Back and the loss of the host keep the input. `key`
 * and `initial` count when the editor opens. What a reply changes is rendered at once: the next key changes what is rendered.
 */
export function useDraft<Value>(key: string, initial: () => Value): Draft<Value> {
  const drafts = useContext(DraftsContext);
  const scope = useContext(DraftScope);
  const [name] = useState(() => `${scope}${key}`);
  const [begun] = useState(initial);
  const [{ value, isRestored }, setOpened] = useState(() => openDraft(drafts, name, begun));
  const latest = useRef(value);
  const isOpen = useRef(true);
  useEffect(() => {
    drafts.endOffer(name);
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, [drafts, name]);
  const discard = () => {
    latest.current = begun;
    setOpened({ value: begun, isRestored: false });
    drafts.drop(name);
  };
  const set = (next: Value) => {
    latest.current = next;
    setOpened((now) => ({ ...now, value: next }));
    keepDraft(drafts, name, next, begun);
  };
  return {
    value,
    isChanged: !isSame(value, begun),
    isRestored,
    set,
    discard,
    saved: (value, rebase) => {
      if (!isOpen.current) dropSaved(drafts, name, value);
      else if (!isSame(latest.current, value)) {
        if (rebase) flushSync(() => set(rebase(latest.current)));
      } else {
        flushSync(discard);
        return true;
      }
      return false;
    },
    amend: (change) => {
      if (isOpen.current) flushSync(() => set(change(latest.current)));
    },
    drop: () => {
      drafts.drop(name);
      return () => drafts.keep(name, latest.current);
    },
    offer: (text, action) => drafts.offer(name, text, action),
  };
}

/** Tells apart the drafts of editors of the same label. */
export function DraftGroup({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const outer = useContext(DraftScope);
  return <DraftScope value={`${outer}${name}/`}>{children}</DraftScope>;
}
