import { useAction } from '../../ui/base/action.tsx';
import { Shortcut } from '../../ui/base/kbd.tsx';
import styles from './key-hints.module.css';

const hinted = ['palette', 'help.shortcuts'];

/** The keys that lead to all others, for somebody new. */
export function KeyHints() {
  return (
    <section aria-label="Main shortcuts" className={styles.hints}>
      {hinted.map((id) => (
        <KeyHint key={id} id={id} />
      ))}
    </section>
  );
}

function KeyHint({ id }: { readonly id: string }) {
  const { title, shortcut = '' } = useAction(id);
  if (shortcut === '') return null;
  return (
    <span>
      <Shortcut keys={shortcut} /> {title}
    </span>
  );
}
