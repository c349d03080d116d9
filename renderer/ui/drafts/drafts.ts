import { createContext } from 'react';

/** Input that was typed but not saved, by the key of its editor. */
export interface Drafts {
  /** The kept input; undefined if there is none. */
  readonly read: (key: string) => unknown;
  readonly keep: (key: string, value: unknown) => void;
  readonly drop: (key: string) => void;
  /** Tells a person about a draft and offers an action on it, in place of an earlier offer. */
  readonly offer: (key: string, text: string, action: DraftAction) => void;
  /** Removes what is offered about a draft, because its editor shows it. */
  readonly endOffer: (key: string) => void;
}

export interface DraftAction {
  readonly title: string;
  readonly run: () => void;
}

/** Shows a message with an action, and returns a function that removes it. */
type Offer = (text: string, action: DraftAction) => () => void;

/** The part of a browser's storage that drafts need. */
type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const memory: DraftStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };

/**
 * Keeps drafts in a storage; in `sessionStorage` they survive a refresh, and each tab has its own. `scope` separates the
 * drafts of two workspaces. What the storage refuses lasts until the page closes.
 */
export function createDrafts(scope: string, storage: DraftStorage = memory, offer: Offer = () => () => {}): Drafts {
  const kept = new Map<string, string>();
  const offers = new Map<string, () => void>();
  const nameOf = (key: string) => `draft ${scope} ${key}`;
  /** Storage may be full or forbidden. */
  const attempt = <T>(use: () => T): T | null => {
    try {
      return use();
    } catch {
      return null;
    }
  };
  return {
    read: (key) => {
      const text = kept.get(key) ?? attempt(() => storage.getItem(nameOf(key)));
      return text === null ? undefined : (attempt(() => JSON.parse(text)) ?? undefined);
    },
    keep: (key, value) => {
      const text = JSON.stringify(value);
      kept.set(key, text);
      // A text that no longer fits must not leave an older one behind.
      if (attempt(() => storage.setItem(nameOf(key), text)) === null) attempt(() => storage.removeItem(nameOf(key)));
    },
    drop: (key) => {
      kept.delete(key);
      attempt(() => storage.removeItem(nameOf(key)));
    },
    offer: (key, text, action) => {
      offers.get(key)?.();
      offers.set(key, offer(text, action));
    },
    endOffer: (key) => {
      offers.get(key)?.();
      offers.delete(key);
    },
  };
}

export const DraftsContext = createContext<Drafts>(createDrafts(''));

/** The beginning of the keys of all editors inside, which tells apart editors of the same label. */
export const DraftScope = createContext('');

export interface Opened<Value> {
  readonly value: Value;
  /** True if the value is a draft of an earlier opening. */
  readonly isRestored: boolean;
}

/** The draft of an editor, or its initial value. A draft that equals the initial value is dropped. */
export function openDraft<Value>(drafts: Drafts, key: string, initial: Value): Opened<Value> {
  const draft = drafts.read(key);
  if (draft !== undefined && !isSame(draft, initial)) return { value: draft as Value, isRestored: true };
  drafts.drop(key);
  return { value: initial, isRestored: false };
}

/** Keeps a value that differs from the initial one, and drops the draft otherwise. */
export function keepDraft<Value>(drafts: Drafts, key: string, value: Value, initial: Value): void {
  if (isSame(value, initial)) drafts.drop(key);
  else drafts.keep(key, value);
}

/** Drops the draft of a closed editor, and what is offered about it, once it is saved; what was typed in it since stays. */
export function dropSaved(drafts: Drafts, key: string, saved: unknown): void {
  if (!isSame(drafts.read(key), saved)) return;
  drafts.drop(key);
  drafts.endOffer(key);
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
