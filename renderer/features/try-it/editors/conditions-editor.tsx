import { BookOpen, UserPen } from 'lucide-react';
import { headerOf } from '../../../exchange/headers.ts';
import { Button } from '../../../ui/base/button.tsx';
import { Badge } from '../../../ui/display/tag.tsx';
import { Field, Input, Select } from '../../../ui/form/field.tsx';
import {
  type ConditionChoice,
  type ConditionHeader,
  choiceOf,
  conditionHeaders,
  valueFor,
  withChoice,
} from '../model/conditions.ts';
import { withHeader } from '../model/draft.ts';
import { useDraft, useSubject, useTryIt, useTryItState } from '../model/use-try-it.ts';
import styles from './editors.module.css';

const hints: Readonly<Record<ConditionHeader, string>> = {
  'If-Match': 'Proceeds only if the current tag is this one (strong comparison); otherwise 412.',
  'X-Resource-Version': 'Proceeds only if the record has this version; otherwise 412. Not a standard header.',
  'If-None-Match':
    'Proceeds only if the current tag is a different one (weak comparison); otherwise 304 for a read, 412 for a write.',
};

/** Fills the conditional headers with last seen or deliberately stale tags and versions. */
export function ConditionsEditor() {
  const tryIt = useTryIt();
  const subject = useSubject();
  const seen = useTryItState(({ seen: all, draft }) => all[tryIt.placeOf(draft)]);
  const isSending = useTryItState(({ awaited }) => awaited !== null);
  const { headers } = useDraft();
  // A list has no version.
  const offered = conditionHeaders.filter(
    (header) => header !== 'X-Resource-Version' || subject.kind === 'record' || headerOf(headers, header) !== undefined,
  );
  return (
    <section className={styles.block} aria-label="Conditions of the request">
      <p className={styles.seen}>
        <span>Last seen</span>
        {seen ? (
          <>
            <code>{seen.latest.etag}</code>
            {seen.latest.version !== null && <Badge>version {seen.latest.version}</Badge>}
          </>
        ) : (
          <span className={styles.hint}>no tag yet; Read gets the current one</span>
        )}
        <span className={styles.seenActions}>
          <Button icon={BookOpen} isBusy={isSending} onClick={() => void tryIt.read()}>
            Read
          </Button>
          {subject.kind === 'record' && (
            <Button icon={UserPen} onClick={() => void tryIt.changeAsOtherClient()}>
              Change it as another client
            </Button>
          )}
        </span>
      </p>
      {offered.map((header) => (
        <ConditionField key={header} header={header} />
      ))}
    </section>
  );
}

function ConditionField({ header }: { readonly header: ConditionHeader }) {
  const tryIt = useTryIt();
  const { headers } = useDraft();
  const seen = useTryItState(({ seen: all, draft }) => all[tryIt.placeOf(draft)]);
  const choice = choiceOf(headers, header, seen);
  const what = header === 'X-Resource-Version' ? 'version' : 'tag';
  const words: Readonly<Record<ConditionChoice, string>> = {
    none: 'not sent',
    seen: `last seen ${what}`,
    stale: `stale ${what}`,
    any: '* (any)',
    own: 'custom',
  };
  const offered = (['none', 'seen', 'stale', 'any', 'own'] as const).filter(
    (one) => one === choice || one === 'none' || one === 'own' || valueFor(header, one, seen) !== null,
  );
  return (
    <Field label={header} hint={hints[header]}>
      {(wiring) => (
        <div className={styles.pair}>
          <Select
            {...wiring}
            value={choice}
            onChange={({ currentTarget }) => {
              const chosen = offered.find((one) => one === currentTarget.value);
              if (chosen) tryIt.edit({ headers: [...withChoice(headers, header, chosen, seen)] });
            }}
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {words[one]}
              </option>
            ))}
          </Select>
          {choice !== 'none' && (
            <Input
              aria-label={`Value of ${header}`}
              className={styles.value}
              value={headerOf(headers, header) ?? ''}
              onChange={({ currentTarget }) =>
                tryIt.edit({ headers: withHeader(headers, header, currentTarget.value) })
              }
            />
          )}
        </div>
      )}
    </Field>
  );
}
