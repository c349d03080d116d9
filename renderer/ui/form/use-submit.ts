import { useRef, useState } from 'react';

/** Submits a form once at a time: while `send` is under way, `isPending` is true and further submits are ignored. */
export function useSubmit(send: () => Promise<void>): { readonly submit: () => void; readonly isPending: boolean } {
  const [isPending, setPending] = useState(false);
  const isSending = useRef(false);
  const submit = async () => {
    if (isSending.current) return;
    isSending.current = true;
    setPending(true);
    try {
      await send();
    } finally {
      isSending.current = false;
      setPending(false);
    }
  };
  return { submit: () => void submit(), isPending };
}
