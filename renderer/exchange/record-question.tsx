import { CircleHelp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { RequestDetail } from '../../server/contract/schema/output.ts';
import type { QueryExplanation } from '../../server/domain/list/explain.ts';
import type { RecordExplanation } from '../../server/domain/list/explain-record.ts';
import { useConsole } from '../console/use-console.ts';
import { Button } from '../ui/base/button.tsx';
import { Badge, type Tone } from '../ui/display/tag.tsx';
import { Input, Labelled } from '../ui/form/field.tsx';
import styles from './explanation.module.css';
import { QueryPicture } from './query-picture.tsx';

type Answered =
  | { readonly kind: 'record'; readonly record: RecordExplanation }
  | { readonly kind: 'none'; readonly reason: string };

/** How the records came down to the page, and for any one of them why it is there or is not. */
export function QueryPart({ detail, query }: { readonly detail: RequestDetail; readonly query: QueryExplanation }) {
  const { client } = useConsole();
  const [id, setId] = useState('');
  const [answered, setAnswered] = useState<Answered | null>(null);
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (id.trim() === '') return setAnswered(null);
    const reply = await client.call('requests.get', { id: detail.id, record: id.trim() });
    if (!reply.ok) return setAnswered({ kind: 'none', reason: reply.problem.detail });
    const record = reply.value.explanation?.record ?? null;
    setAnswered(record ? { kind: 'record', record } : { kind: 'none', reason: tooLarge });
  };
  const record = answered?.kind === 'record' ? answered.record : null;
  return (
    <>
      <QueryPicture query={query} record={record} />
      <form className={styles.question} onSubmit={(event) => void ask(event)}>
        <Labelled label="Where is the record" className={styles.asked}>
          {(field) => (
            <Input
              id={field}
              placeholder="its id"
              className={styles.id}
              value={id}
              onChange={({ currentTarget }) => setId(currentTarget.value)}
            />
          )}
        </Labelled>
        <Button type="submit" icon={CircleHelp}>
          Ask
        </Button>
      </form>
      {record && (
        <p className={styles.facts} role="status">
          <Badge tone={places[record.place].tone}>{places[record.place].word}</Badge>
          {record.detail}
        </p>
      )}
      {answered?.kind === 'none' && (
        <p className={styles.quiet} role="status">
          {answered.reason}
        </p>
      )}
    </>
  );
}

const tooLarge = 'Of an answer as large as this the log keeps the explanation alone, so it cannot say more.';

const places: Readonly<Record<RecordExplanation['place'], { readonly word: string; readonly tone: Tone }>> = {
  on: { word: 'on this page', tone: 'good' },
  before: { word: 'on a page before', tone: 'info' },
  after: { word: 'on a page after', tone: 'info' },
  refused: { word: 'does not fit', tone: 'bad' },
  outside: { word: 'outside the window', tone: 'bad' },
  unknown: { word: 'not there', tone: 'warn' },
};
