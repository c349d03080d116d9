import type { Client } from './client.ts';

/** The messages of the console, as far as an undo needs them. */
interface Messages {
  readonly fail: (text: string) => void;
  readonly offer: (text: string, action: { readonly title: string; readonly run: () => void }) => void;
  readonly withdraw: () => void;
}

/** Undoes the latest edit; returns false after a message if the host refuses. */
export async function undo(client: Client, messages: Messages): Promise<boolean> {
  messages.withdraw();
  const reply = await client.call('history.undo', {});
  if (!reply.ok) messages.fail(reply.problem.detail);
  return reply.ok;
}

/** Shows a message with a button that undoes the latest edit. */
export function offerUndo(client: Client, messages: Messages, text: string): void {
  messages.offer(text, { title: 'Undo', run: () => void undo(client, messages) });
}
