import { CircleHelp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { RequestDetail } from '../../../server/contract/schema/output.ts';
import type { QueryExplanation } from '../../../server/domain/list/explain.ts';
import type { RecordExplanation } from '../../../server/domain/list/explain-record.ts';
import { useConsole } from '../../console/use-console.ts';
import { Button } from '../../ui/base/button.tsx';
import { Badge, type Tone } from '../../ui/display/tag.tsx';
import { Input, Labelled } from '../../ui/form/field.tsx';
import styles from './explanation.module.css';
import { QueryPicture } from './query-picture.tsx';

type Answered =
  | { readonly kind: 'record'; readonly record: RecordExplanation }
  | { readonly kind: 'none'; readonly reason: string };

/** The query explained, with a form that explains where one record is and why. */
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
        <Labelled label="Find a record" className={styles.asked}>
          {(field) => (
            <Input
              id={field}
              placeholder="id"
              className={styles.id}
              value={id}
              onChange={({ currentTarget }) => setId(currentTarget.value)}
            />
          )}
        </Labelled>
        <Button type="submit" icon={CircleHelp}>
          Explain
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

const tooLarge = 'The log keeps too little of a response this large to find single records.';

const places: Readonly<Record<RecordExplanation['place'], { readonly word: string; readonly tone: Tone }>> = {
  on: { word: 'on this page', tone: 'good' },
  before: { word: 'on an earlier page', tone: 'info' },
  after: { word: 'on a later page', tone: 'info' },
  refused: { word: 'filtered out', tone: 'bad' },
  outside: { word: 'outside the window', tone: 'bad' },
  unknown: { word: 'not found', tone: 'warn' },
};
