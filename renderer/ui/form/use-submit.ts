import { useRef, useState } from 'react';
import { holdKeys } from '../base/held-keys.ts';

/**
 * Submits a form once at a time: while `send` is under way, `isPending` is true and further submits are ignored. Keys wait:
 * they are meant for what follows the form.
 */
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
  return { submit: () => holdKeys(submit()), isPending };
}
