import { whileAsking } from '../base/held-keys.ts';

/** A short message below the view. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'neutral' | 'bad';
  /** An action, such as Undo. */
  readonly action: ToastAction | null;
}

export interface ToastAction {
  readonly title: string;
  readonly run: () => void;
  /**
   * What it undoes, if the history of edits does not hold it. Until the next edit, Undo takes it before the latest one, also
   * when the message has gone: what Undo does must not depend on a message.
   */
  readonly undoes?: string;
  /** Milliseconds for which it can be undone; without end if left out. */
  readonly lasts?: number;
}

/** A question that must be answered before the console goes on. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** Title of the button that agrees. */
  readonly verb: string;
  readonly answer: (agrees: boolean) => void;
}

export interface Toaster {
  readonly subscribe: (listener: () => void) => () => void;
  readonly toasts: () => readonly Toast[];
  /** Shows a message, which disappears by itself. */
  readonly say: (text: string) => void;
  /** Reports a failure that has no place of its own. */
  readonly fail: (text: string) => void;
  /**
   * Shows a message with an action that later edits leave as it is, such as to restore a discarded draft. Returns a function
   * that removes the message.
   */
  readonly offer: (text: string, action: ToastAction) => () => void;
  /**
   * Shows a message with an action that would do something else after the next edit, such as to undo the latest one. Replaces
   * the previous offer of this kind.
   */
  readonly offerUntilEdit: (text: string, action: ToastAction) => void;
  /** Removes the open offer that holds until the next edit. */
  readonly withdraw: () => void;
  /** The offer that Undo takes before the latest edit, or null. */
  readonly offeredUndo: () => ToastAction | null;
  /**
   * Lets Undo take the latest edit, once a message that offers something else has gone. Call it after an edit, and when what is
   * offered can no longer be undone.
   */
  readonly forgetUndo: () => void;
  readonly dismiss: (id: number) => void;
  /** The open question, or null. */
  readonly question: () => Question | null;
  /** Asks in a dialog; resolves to whether the person agrees. */
  readonly ask: (question: Omit<Question, 'answer'>) => Promise<boolean>;
}

/**
 * Toasts shown at once. A further one replaces the one with the same text, or the oldest without an action, or the oldest:
 * an offer may be the only way back.
 */
const shown = 3;

export function createToaster(): Toaster {
  const listeners = new Set<() => void>();
  let toasts: readonly Toast[] = [];
  let last = 0;
  let question: Question | null = null;
  let offeredUndo: ToastAction | null = null;
  /** The action that the next edit withdraws. */
  let untilEdit: ToastAction | null = null;
  /** Whether {@link offeredUndo} ends with its message. */
  let isPassing = false;

  function set(next: readonly Toast[]): void {
    toasts = next;
    if (isPassing && !next.some(({ action }) => action === offeredUndo)) offeredUndo = null;
    for (const listener of listeners) listener();
  }
  function show(kept: readonly Toast[], toast: Omit<Toast, 'id'>): void {
    last += 1;
    const others = kept.filter(({ text }) => text !== toast.text);
    if (others.length === shown) {
      const message = others.findIndex(({ action }) => action === null);
      others.splice(Math.max(0, message), 1);
    }
    set([...others, { id: last, ...toast }]);
  }
  function forgetUndo(): void {
    if (offeredUndo === null) return;
    isPassing = true;
    set(toasts);
  }
  const withoutUntilEdit = () => toasts.filter(({ action }) => action === null || action !== untilEdit);

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toasts: () => toasts,
    say: (text) => show(toasts, { text, tone: 'neutral', action: null }),
    fail: (text) => show(toasts, { text, tone: 'bad', action: null }),
    offer: (text, action) => {
      show(toasts, { text, tone: 'neutral', action });
      return () => set(toasts.filter((toast) => toast.action !== action));
    },
    offerUntilEdit: (text, action) => {
      const others = withoutUntilEdit();
      untilEdit = action;
      offeredUndo = action.undoes === undefined ? null : action;
      isPassing = false;
      show(others, { text, tone: 'neutral', action });
      if (action.lasts === undefined) return;
      setTimeout(() => {
        if (offeredUndo === action) forgetUndo();
      }, action.lasts);
    },
    withdraw: () => {
      if (untilEdit === null) return;
      const others = withoutUntilEdit();
      offeredUndo = untilEdit = null;
      set(others);
    },
    offeredUndo: () => offeredUndo,
    forgetUndo,
    dismiss: (id) => set(toasts.filter((toast) => toast.id !== id)),
    question: () => question,
    ask: (asked) => {
      question?.answer(false);
      const answered = new Promise<boolean>((resolve) => {
        const show = (next: Question | null) => {
          question = next;
          for (const listener of listeners) listener();
        };
        const answer = (agrees: boolean) => {
          show(null);
          resolve(agrees);
        };
        show({ ...asked, answer });
      });
      return whileAsking(answered);
    },
  };
}
