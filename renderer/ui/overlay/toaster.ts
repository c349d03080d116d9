/** A short message at the edge of the window. */
export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'neutral' | 'bad';
  /** The way back, or on. */
  readonly action: ToastAction | null;
}

export interface ToastAction {
  readonly title: string;
  readonly run: () => void;
}

export interface Toaster {
  readonly subscribe: (listener: () => void) => () => void;
  readonly toasts: () => readonly Toast[];
  /** A plain message, which goes by itself. */
  readonly say: (text: string) => void;
  /** Something failed that has no better place to say so. */
  readonly fail: (text: string) => void;
  /** Something was taken away: offers the way back. The offer before it goes, because undo takes back the latest change. */
  readonly offer: (text: string, action: ToastAction) => void;
  /** Takes the open offer back, because its undo would now undo something else. */
  readonly withdraw: () => void;
  readonly dismiss: (id: number) => void;
}

/** At most so many stand at once; the oldest goes. */
const shown = 4;

export function createToaster(): Toaster {
  const listeners = new Set<() => void>();
  let toasts: readonly Toast[] = [];
  let last = 0;

  function set(next: readonly Toast[]): void {
    toasts = next;
    for (const listener of listeners) listener();
  }
  function show(kept: readonly Toast[], toast: Omit<Toast, 'id'>): void {
    last += 1;
    set([...kept, { id: last, ...toast }].slice(-shown));
  }
  const withoutOffer = () => toasts.filter((toast) => toast.action === null);

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    toasts: () => toasts,
    say: (text) => show(toasts, { text, tone: 'neutral', action: null }),
    fail: (text) => show(toasts, { text, tone: 'bad', action: null }),
    offer: (text, action) => show(withoutOffer(), { text, tone: 'neutral', action }),
    withdraw: () => {
      if (toasts.some((toast) => toast.action)) set(withoutOffer());
    },
    dismiss: (id) => set(toasts.filter((toast) => toast.id !== id)),
  };
}
