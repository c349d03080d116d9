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
import { resourceId, withHeader } from '../model/draft.ts';
import { useDraft, useSubject, useTryIt, useTryItState } from '../model/use-try-it.ts';
import styles from './editors.module.css';

const hints: Readonly<Record<ConditionHeader, string>> = {
  'If-Match': 'Go on only if what is there has this tag. Strong comparison; else 412.',
  'X-Resource-Version': 'Go on only if the record has this version. Our own header; else 412.',
  'If-None-Match': 'Go on only if what is there has no such tag. Weak comparison; else 304 to a read, 412 to a write.',
};

/** Carries tags and versions that were seen into the conditions of the request, or stale ones on purpose. */
export function ConditionsEditor() {
  const tryIt = useTryIt();
  const subject = useSubject();
  const seen = useTryItState(({ seen: all, draft }) => all[resourceId(draft)]);
  const isSending = useTryItState((state) => state.isSending);
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
          <span className={styles.hint}>nothing yet</span>
        )}
        <span className={styles.seenActions}>
          <Button icon={BookOpen} disabled={isSending} onClick={() => void tryIt.read()}>
            Read it
          </Button>
          {subject.kind === 'record' && (
            <Button icon={UserPen} onClick={() => void tryIt.changeAsOtherClient()}>
              Someone else changes it now
            </Button>
          )}
        </span>
      </p>
      {conditionHeaders.map((header) => (
        <ConditionField key={header} header={header} />
      ))}
    </section>
  );
}

function ConditionField({ header }: { readonly header: ConditionHeader }) {
  const tryIt = useTryIt();
  const { headers } = useDraft();
  const seen = useTryItState(({ seen: all, draft }) => all[resourceId(draft)]);
  const choice = choiceOf(headers, header, seen);
  const what = header === 'X-Resource-Version' ? 'version' : 'tag';
  const words: Readonly<Record<ConditionChoice, string>> = {
    none: 'not sent',
    seen: `the last seen ${what}`,
    stale: `a stale ${what}, on purpose`,
    any: '*, anything at all',
    own: 'another text',
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
              aria-label={`${header} as text`}
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
