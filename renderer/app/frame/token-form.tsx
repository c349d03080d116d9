import { type FormEvent, useState } from 'react';
import type { Client } from '../../console/client.ts';
import { Button } from '../../ui/base/button.tsx';
import { Input, Labelled } from '../../ui/form/field.tsx';
import styles from './token-form.module.css';

/** Takes the token, or the full address that has it, from a person whose address has none, and says whether it is right. */
export function TokenForm({ client }: { readonly client: Client }) {
  const [text, setText] = useState('');
  const [progress, setProgress] = useState<'checking' | 'accepted' | { readonly reason: string } | null>(null);
  const token = /#token=(.+)$/.exec(text.trim())?.[1] ?? encodeURIComponent(text.trim());
  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (token === '' || isBusy) return;
    setProgress('checking');
    await openInTab(token);
    const reply = await client.call('history.list', {});
    if (reply.ok) setProgress('accepted');
    else setProgress({ reason: reply.problem.status === 401 ? 'This is not the token.' : reply.problem.detail });
  };
  // After an accepted token the console opens with its next attempt to connect.
  const isBusy = progress === 'checking' || progress === 'accepted';
  return (
    <>
      <form className={styles.form} onSubmit={(event) => void check(event)}>
        <Labelled label="Token or address">
          {(id) => (
            <Input
              id={id}
              autoFocus
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProgress(null);
              }}
            />
          )}
        </Labelled>
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          why={token === '' && 'Paste the token, or the full address, first.'}
        >
          {isBusy ? 'Opening…' : 'Open'}
        </Button>
      </form>
      {progress !== null && typeof progress === 'object' && <p role="alert">{progress.reason}</p>}
    </>
  );
}

/** As if the address with the token had been opened in this tab; fulfilled once the tab has taken it. */
function openInTab(token: string): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('hashchange', () => resolve(), { once: true });
    window.location.hash = `#token=${token}`;
  });
}
