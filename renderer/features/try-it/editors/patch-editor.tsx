import { BookOpen, RotateCcw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Json, type JsonObject, jsonEqual } from '../../../../server/domain/json/json.ts';
import { formatPointer } from '../../../../server/domain/json/pointer.ts';
import { headerOf } from '../../../exchange/headers.ts';
import { jsonFaults } from '../../../exchange/json-faults.ts';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { Input, Labelled } from '../../../ui/form/field.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { JsonEditor } from '../../../ui/json/json-editor.tsx';
import { withHeader } from '../model/draft.ts';
import {
  type Change,
  changedLines,
  type FormLine,
  formLines,
  lineText,
  lossWarnings,
  mediaTypes,
  type PatchFormat,
  readChange,
  readLine,
  withValueAt,
  writeChange,
} from '../model/patch-form.ts';
import { useDraft, useTryIt, useTryItState } from '../model/use-try-it.ts';
import { BodyEditor } from './body-editor.tsx';
import { Differences } from './differences.tsx';
import styles from './editors.module.css';

type View = 'form' | PatchFormat;

/** The change of a record as a form, a merge patch or a JSON Patch, and its effect on the record. */
export function PatchEditor() {
  const tryIt = useTryIt();
  const draft = useDraft();
  const { headers, body } = draft;
  const place = tryIt.placeOf(draft);
  const record = useTryItState(({ records }) => records[place]);
  const [view, setView] = useState<View>('form');
  const [tests, setTests] = useState(false);
  const [words, setWords] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads the record of another resource.
  useEffect(() => {
    void tryIt.loadRecord();
  }, [tryIt, place]);
  if (!record) return <UnreadRecord />;

  const change = readChange(record, headerOf(headers, 'content-type'), body ?? '');
  const write = (outcome: JsonObject, format: PatchFormat, withTests: boolean, lost: readonly string[]) => {
    const written = writeChange(record, outcome, format, withTests);
    setWords([...lost, ...written.words]);
    tryIt.edit({ body: written.body, headers: withHeader(headers, 'Content-Type', mediaTypes[format]) });
  };
  const show = (next: View) => {
    setView(next);
    if (next === 'form' || !change.ok || next === change.value.format) return;
    write(change.value.outcome, next, tests, lossWarnings(change.value));
  };
  return (
    <section className={styles.block} aria-label="Change of the record">
      <div className={styles.head}>
        <SegmentedControl
          label="Format of the change"
          options={[
            { value: 'form', title: 'Form' },
            { value: 'merge-patch', title: 'Merge patch' },
            { value: 'json-patch', title: 'JSON Patch' },
          ]}
          chosen={view}
          onChoose={show}
        />
        {change.ok && view === 'json-patch' && (
          <span className={styles.inline}>
            <Switch
              label="Test values before removal"
              checked={tests}
              onChange={(on) => {
                setTests(on);
                write(change.value.outcome, 'json-patch', on, []);
              }}
            />
            <span aria-hidden>Test values before removal</span>
          </span>
        )}
        <Button
          look="bare"
          icon={RotateCcw}
          why={change.ok && jsonEqual(change.value.outcome, record) && 'Nothing is changed.'}
          onClick={() => change.ok && write(record, change.value.format, false, [])}
        >
          Discard changes
        </Button>
      </div>
      {words.map((word) => (
        <p key={word} className={styles.word} role="status">
          {word}
        </p>
      ))}
      {view === 'form' && change.ok && (
        <ChangeForm
          record={record}
          change={change.value}
          onChange={(outcome) => write(outcome, change.value.format, tests, lossWarnings(change.value))}
        />
      )}
      {(view !== 'form' || !change.ok) && (
        <JsonEditor
          label="Body of the request"
          lines={12}
          value={body ?? ''}
          check={jsonFaults}
          onChange={(text) => {
            setWords([]);
            tryIt.edit({ body: text });
          }}
        />
      )}
      {change.ok ? (
        <Differences lines={changedLines(record, change.value.outcome)} />
      ) : (
        <p className={styles.word} role="alert">
          {change.problem}
        </p>
      )}
    </section>
  );
}

/** Without the record, the change can only be edited as text. */
function UnreadRecord() {
  const tryIt = useTryIt();
  const isSending = useTryItState(({ awaited }) => awaited !== null);
  return (
    <>
      <p className={styles.seen}>
        <span className={styles.hint}>Read the record to edit the change in a form.</span>
        <Button icon={BookOpen} isBusy={isSending} onClick={() => void tryIt.read()}>
          Read
        </Button>
      </p>
      <BodyEditor />
    </>
  );
}

interface ChangeFormProps {
  readonly record: JsonObject;
  readonly change: Change;
  readonly onChange: (outcome: JsonObject) => void;
}

function ChangeForm({ record, change: { outcome }, onChange }: ChangeFormProps) {
  const set = (path: string, value: Json | undefined) => onChange(withValueAt(outcome, path, value));
  return (
    <div className={styles.members}>
      {formLines(record, outcome).map((line) => (
        <MemberLine key={line.path} line={line} onSet={(value) => set(line.path, value)} />
      ))}
      <NewMember onAdd={(name, value) => set(formatPointer([name]), value)} />
    </div>
  );
}

function MemberLine({ line, onSet }: { readonly line: FormLine; readonly onSet: (value: Json | undefined) => void }) {
  const { path, before, after } = line;
  const [typed, setTyped] = useState<string | null>(null);
  const name = path.slice(1);
  const isChanged = lineText(before) !== lineText(after) || (before === undefined) !== (after === undefined);
  return (
    <div className={styles.member} data-changed={isChanged}>
      <Labelled label={name} className={classNames('line', styles.memberLabel)}>
        {(id) => (
          <Input
            id={id}
            className={styles.value}
            value={typed ?? lineText(after)}
            placeholder={after === undefined ? 'removed' : undefined}
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              onSet(readLine(value));
            }}
            onBlur={() => setTyped(null)}
          />
        )}
      </Labelled>
      {isChanged ? (
        <IconButton label={`Restore ${name}`} icon={RotateCcw} onClick={() => onSet(before)} />
      ) : (
        <IconButton label={`Remove ${name}`} icon={X} onClick={() => onSet(undefined)} />
      )}
    </div>
  );
}

function NewMember({ onAdd }: { readonly onAdd: (name: string, value: Json) => void }) {
  const [name, setName] = useState('');
  return (
    <form
      className={styles.row}
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '') onAdd(name, '');
        setName('');
      }}
    >
      <Input
        aria-label="Name of the new member"
        className={styles.headerName}
        placeholder="New member"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" why={name === '' && 'Type the name of the member first.'}>
        Add
      </Button>
    </form>
  );
}
