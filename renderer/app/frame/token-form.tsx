import { useState } from 'react';
import { Button } from '../../ui/base/button.tsx';
import { Input, Labelled } from '../../ui/form/field.tsx';
import styles from './token-form.module.css';

/** Takes the token, or the full address that has it, from a person whose address has none. */
export function TokenForm() {
  const [text, setText] = useState('');
  const token = /#token=(.+)$/.exec(text.trim())?.[1] ?? encodeURIComponent(text.trim());
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        // As if the address had been opened in this tab.
        if (token !== '') window.location.hash = `#token=${token}`;
      }}
    >
      <Labelled label="Token or address">
        {(id) => (
          <Input
            id={id}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Labelled>
      <Button type="submit" look="primary" why={token === '' && 'Paste the token, or the full address, first.'}>
        Open
      </Button>
    </form>
  );
}
