import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { Input } from '../../../ui/form/field.tsx';
import type { Header } from '../model/draft.ts';
import { useDraft, useTryIt } from '../model/use-try-it.ts';
import styles from './editors.module.css';

/** Headers that the mock reads. */
const known = [
  'If-Match',
  'If-None-Match',
  'X-Resource-Version',
  'Prefer',
  'X-Mock-Scenario',
  'Content-Type',
  'Origin',
  'Host',
];

/** The header fields in the order in which they are sent. */
export function HeadersEditor() {
  const tryIt = useTryIt();
  const { headers } = useDraft();
  const names = useId();
  const set = (next: Header[]) => tryIt.edit({ headers: next });
  const change = (index: number, header: Header) => set(headers.with(index, header));
  return (
    <section className={styles.block} aria-label="Header fields">
      {headers.length === 0 && <p className={styles.hint}>Only Host is sent, and Content-Length with a body.</p>}
      {headers.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat; a row is its place.
        <fieldset key={index} className={styles.row} aria-label={`Header ${name || index + 1}`}>
          <Input
            aria-label="Name"
            className={styles.headerName}
            list={names}
            value={name}
            onChange={({ currentTarget }) => change(index, [currentTarget.value, value])}
          />
          <Input
            aria-label="Value"
            className={styles.value}
            value={value}
            onChange={({ currentTarget }) => change(index, [name, currentTarget.value])}
          />
          <IconButton label={`Remove ${name}`} icon={X} onClick={() => set(headers.toSpliced(index, 1))} />
        </fieldset>
      ))}
      <datalist id={names}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button icon={Plus} look="bare" onClick={() => set([...headers, ['Prefer', 'handling=lenient']])}>
        Header
      </Button>
    </section>
  );
}
