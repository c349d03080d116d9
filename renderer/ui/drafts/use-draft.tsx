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
  const wasRestored = useRef(isRestored);
  const isOpen = useRef(true);
  useEffect(() => {
    drafts.endOffer(name);
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, [drafts, name]);
  const show = () => setOpened({ value: latest.current, isRestored: wasRestored.current });
  const discard = (render = atOnce) => {
    latest.current = begun;
    wasRestored.current = false;
    drafts.drop(name);
    render(show);
  };
  const set = (next: Value, render = atOnce) => {
    latest.current = next;
    keepDraft(drafts, name, next, begun);
    render(show);
  };
  return {
    value,
    isChanged: !isSame(value, begun),
    isRestored,
    set: (next) => set(next),
    discard: () => discard(),
    saved: (value, rebase) => {
      if (!isOpen.current) dropSaved(drafts, name, value);
      else if (!isSame(latest.current, value)) {
        if (rebase) set(rebase(latest.current), beforeTheNextKey);
      } else {
        discard(beforeTheNextKey);
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

type Render = (work: () => void) => void;

/** For what a key or a press changes, which React renders before the next one. */
const atOnce: Render = (work) => work();

/** For what a reply changes: after what its reader does with it, such as to close a dialog, and before the next key. */
const beforeTheNextKey: Render = (work) => queueMicrotask(() => flushSync(work));

/** Tells apart the drafts of editors of the same label. */
export function DraftGroup({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const outer = useContext(DraftScope);
  return <DraftScope value={`${outer}${name}/`}>{children}</DraftScope>;
}
