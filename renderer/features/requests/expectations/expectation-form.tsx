import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { PathTable } from '../../../../server/domain/request/path-table.ts';
import { type Expectation, withFollowing } from '../../../../server/domain/verification/expectation.ts';
import { Submission } from '../../../console/submission.ts';
import { useHost } from '../../../console/use-console.ts';
import { anyValue, listedMethods, PathHint, usePathSuggestions } from '../../../exchange/path-patterns.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { useDraft } from '../../../ui/drafts/use-draft.tsx';
import { Field, Input, Select, TextArea } from '../../../ui/form/field.tsx';
import { SuggestedInput } from '../../../ui/form/suggested-input.tsx';
import { useSubmit } from '../../../ui/form/use-submit.ts';
import { DraftDialog, LeaveButton } from '../../../ui/overlay/draft-dialog.tsx';
import { type CountKind, type DraftFault, type ExpectationDraft, readDraft } from './expectation-draft.ts';
import styles from './expectation-form.module.css';
import { type Expectations, keyNamed } from './expectations.ts';
import { refusedMethod } from './refused-method.ts';

/** The dialog that adds or edits an expectation, while it is open. */
export function ExpectationForm({ expectations }: { readonly expectations: Expectations }) {
  const { draft, edited } = useStore(expectations.store);
  if (!draft) return null;
  const subject = edited ? `edited expectation ${keyNamed(edited)}` : `new expectation ${draft.method} ${draft.path}`;
  return <OpenForm key={subject} expectations={expectations} subject={subject} begun={{ edited, draft }} />;
}

const kinds: Readonly<Record<CountKind, string>> = { atLeast: 'at least', exactly: 'exactly', atMost: 'at most' };

/** What a draft keeps: the expectation that the editing began from, null for a new one, and the texts. */
interface Typed {
  readonly edited: Expectation | null;
  readonly draft: ExpectationDraft;
}

interface OpenFormProps {
  readonly expectations: Expectations;
  readonly subject: string;
  readonly begun: Typed;
}

function OpenForm({ expectations, subject, begun }: OpenFormProps) {
  const input = useDraft<Typed>(subject, () => begun);
  const { edited, draft } = input.value;
  const setDraft = (next: ExpectationDraft) => input.set({ edited, draft: next });
  const [fault, setFault] = useState<DraftFault | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const results = useStore(expectations.store, (state) => state.results) ?? [];
  const session = draft.session.trim() === '' ? undefined : draft.session.trim();
  const following = edited
    ? withFollowing(
        results.map(({ expectation }) => expectation),
        edited,
      )
    : [];
  const before = results.flatMap(({ expectation }) =>
    expectation.session === session && !following.includes(expectation) ? [expectation.name] : [],
  );
  const method = draft.method.toUpperCase();
  const suggestions = usePathSuggestions();
  const close = () => expectations.closeForm();
  const reasonAt = (field: DraftFault['field']) => (fault?.field === field ? fault.reason : null);
  /** The props of a control that edits that text of the draft. */
  const text = (field: 'name' | 'method' | 'query' | 'headers' | 'session' | 'body' | 'number' | 'after') => ({
    value: draft[field],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setDraft({ ...draft, [field]: value }),
  });
  const [form] = useState(() => new Submission());
  const { submit, isPending } = useSubmit(async () => {
    const read = readDraft(draft);
    if ('field' in read) return setFault(read);
    setFault(null);
    const reply = await expectations.declare(read, edited, form);
    setRefusal(reply.ok ? null : reply.problem);
    if (!reply.ok) return;
    if (input.saved({ edited, draft }, (later) => ({ ...later, edited: reply.value }))) close();
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <DraftDialog
      title={edited ? `Edit ${edited.name}` : 'Expect requests'}
      draft={input}
      onClose={close}
      onReopen={() => expectations.store.setState(begun)}
    >
      <form className={styles.form} onSubmit={onSubmit}>
        <div className={styles.fields}>
          <Field label="Method" reason={reasonAt('method')}>
            {(wiring) => (
              <Select {...wiring} {...text('method')} value={method} data-autofocus>
                <option value="">{anyValue}</option>
                {listedMethods(method).map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Path"
            reason={reasonAt('path')}
            notice={
              <RefusedMethodNotice
                method={method}
                path={draft.path}
                onChoose={(path) => setDraft({ ...draft, path })}
              />
            }
            hint={<PathHint />}
          >
            {(wiring) => (
              <SuggestedInput
                {...wiring}
                className={styles.wide}
                placeholder={anyValue}
                suggestions={suggestions}
                value={draft.path}
                onChange={(path) => setDraft({ ...draft, path })}
              />
            )}
          </Field>
          <Field
            label="Query"
            reason={reasonAt('query')}
            hint="Required parameters. A name alone accepts any value; other parameters are allowed."
          >
            {(wiring) => <Input {...wiring} {...text('query')} className={styles.wide} placeholder={anyValue} />}
          </Field>
          <Field
            label="Headers"
            reason={reasonAt('headers')}
            hint="A line each, such as If-Match: &quot;1-a&quot;. A name alone accepts any value."
          >
            {(wiring) => <TextArea {...wiring} {...text('headers')} rows={2} placeholder={anyValue} />}
          </Field>
          <Field label="Session" hint="The value of X-Mock-Session. Empty for all requests.">
            {(wiring) => <Input {...wiring} {...text('session')} className={styles.wide} placeholder={anyValue} />}
          </Field>
          <Field
            label="Body"
            reason={reasonAt('body')}
            hint="JSON. The members of an object must match; other members are allowed."
          >
            {(wiring) => <TextArea {...wiring} {...text('body')} rows={5} placeholder={anyValue} />}
          </Field>
          <Field label="Count" reason={reasonAt('number')}>
            {(wiring) => (
              <span className={styles.count}>
                <Select
                  aria-label="At least, exactly or at most"
                  value={draft.kind}
                  onChange={({ currentTarget }) => setDraft({ ...draft, kind: currentTarget.value as CountKind })}
                >
                  {Object.entries(kinds).map(([kind, title]) => (
                    <option key={kind} value={kind}>
                      {title}
                    </option>
                  ))}
                </Select>
                <Input {...wiring} {...text('number')} inputMode="numeric" />
              </span>
            )}
          </Field>
          <Field label="Count from" hint={edited && 'Saving counts anew, also the expectations after this one.'}>
            {(wiring) => (
              <Select
                {...wiring}
                value={draft.from}
                onChange={({ currentTarget }) =>
                  setDraft({ ...draft, from: currentTarget.value === 'log' ? 'log' : 'next' })
                }
              >
                <option value="next">the next request</option>
                <option value="log">the start of the log</option>
              </Select>
            )}
          </Field>
          {before.length > 0 && (
            <Field label="Only after">
              {(wiring) => (
                <Select {...wiring} {...text('after')} className={styles.wide}>
                  <option value="">any time</option>
                  {before.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Field label="Name" reason={refusal}>
            {(wiring) => (
              <Input
                {...wiring}
                {...text('name')}
                className={styles.wide}
                placeholder="generated from method, path and count"
              />
            )}
          </Field>
        </div>
        <footer className={classNames('line', styles.footer)}>
          <LeaveButton />
          <Button look="primary" type="submit" isBusy={isPending}>
            {edited ? 'Save' : 'Expect'}
          </Button>
        </footer>
      </form>
    </DraftDialog>
  );
}

interface RefusedMethodNoticeProps {
  readonly method: string;
  readonly path: string;
  readonly onChoose: (path: string) => void;
}

/** Says that every expected request would get 405, and offers a path that accepts the method. */
function RefusedMethodNotice({ method, path, onChoose }: RefusedMethodNoticeProps) {
  const collections = useHost((state) => state.collections);
  const settings = useHost((state) => state.workspace.settings);
  const refused = useMemo(
    () => refusedMethod(method, path, new PathTable(collections, settings)),
    [method, path, collections, settings],
  );
  if (!refused) return null;
  const { accepted, instead } = refused;
  return (
    <div role="status" className={styles.notice}>
      <p>
        <TriangleAlert aria-hidden /> The mock API refuses {method} on this path with 405. It accepts{' '}
        {accepted.join(', ')}.
      </p>
      {instead !== null && <Button onClick={() => onChoose(instead)}>Use {instead} instead</Button>}
    </div>
  );
}
