import { Plus, X } from 'lucide-react';
import { assertNever } from '../../../../server/domain/basics/result.ts';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { DraftGroup } from '../../../ui/drafts/use-draft.tsx';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { TypedField } from '../../../ui/form/typed-field.tsx';
import { type FormEdit, initialResponse, type ThenForm, withoutResponse, withResponse } from '../model/rule-form.ts';
import { effectWords, endWords, faultWords, quirkWords, spreadWords } from '../model/rule-words.ts';
import { ResponseFields, textLines } from './response-fields.tsx';
import styles from './rule.module.css';

interface ThenFieldsProps {
  readonly form: ThenForm;
  readonly onChange: (edit: FormEdit<ThenForm>) => Promise<string | null>;
}

/** The effect of a rule. */
export function ThenFields(props: ThenFieldsProps) {
  const { form, onChange } = props;
  return (
    <fieldset name="then" className={styles.group}>
      <legend>Then</legend>
      <ChoiceField
        label="Kind"
        hint={effectWords[form.kind].hint}
        value={form.kind}
        options={titles(effectWords)}
        onChoose={(kind) => onChange(() => ({ kind }))}
      />
      <KindFields {...props} />
    </fieldset>
  );
}

function KindFields(props: ThenFieldsProps) {
  const { form, onChange } = props;
  switch (form.kind) {
    case 'user-status':
      return (
        <>
          <Line {...props} field="userId" label="User" />
          <Line {...props} field="userStatus" label="Status" />
        </>
      );
    case 'answer':
      return <ResponseFields form={form} onChange={onChange} />;
    case 'sequence':
      return <SequenceFields {...props} />;
    case 'delay':
      return <DelayFields {...props} />;
    case 'dribble':
      return (
        <>
          <Line {...props} field="milliseconds" label="Time" unit="ms" />
          <Line {...props} field="pieces" label="Pieces" />
        </>
      );
    case 'throttle':
      return <Line {...props} field="bytesPerSecond" label="Speed" unit="bytes/s" />;
    case 'fault':
      return (
        <ChoiceField
          label="Fault"
          hint={faultWords[form.fault].hint}
          value={form.fault}
          options={titles(faultWords)}
          onChoose={(fault) => onChange(() => ({ fault }))}
        />
      );
    case 'rate-limit':
      return (
        <>
          <Line {...props} field="requests" label="Requests" />
          <Line {...props} field="seconds" label="Window" unit="s" />
          <ChoiceField
            label="Headers"
            value={form.announce ? 'yes' : 'no'}
            options={{ yes: 'RateLimit and RateLimit-Policy', no: 'Retry-After only' }}
            onChoose={(chosen) => onChange(() => ({ announce: chosen === 'yes' }))}
          />
        </>
      );
    case 'ghost-write':
      return <Text {...props} field="patch" label="Merge patch" placeholder="Leave empty to change only the version" />;
    case 'quirk':
      return (
        <>
          <ChoiceField
            label="Quirk"
            hint={quirkWords[form.quirk].hint}
            value={form.quirk}
            options={titles(quirkWords)}
            onChoose={(quirk) => onChange(() => ({ quirk }))}
          />
          {form.quirk === 'page-size-capped' && <Line {...props} field="size" label="Records" />}
        </>
      );
    default:
      return assertNever(form.kind);
  }
}

function SequenceFields({ form: { answers, end }, onChange }: ThenFieldsProps) {
  return (
    <>
      {answers.map((response, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a response is identified by its place.
        <DraftGroup key={index} name={`response ${index + 1}`}>
          <fieldset className={styles.step}>
            <legend>
              Response {index + 1} of {answers.length}
            </legend>
            {answers.length > 1 && (
              <IconButton
                className={styles.removeStep}
                label={`Remove response ${index + 1}`}
                icon={X}
                once
                onClick={() => void onChange((now) => ({ answers: withoutResponse(now.answers, answers, index) }))}
              />
            )}
            <ResponseFields
              form={response}
              onChange={(edit) => onChange((now) => ({ answers: withResponse(now.answers, answers, index, edit) }))}
            />
          </fieldset>
        </DraftGroup>
      ))}
      <Button
        look="bare"
        icon={Plus}
        onClick={() => void onChange(({ answers: now }) => ({ answers: [...now, now.at(-1) ?? initialResponse] }))}
      >
        Add response
      </Button>
      <ChoiceField
        label="Then"
        hint="After the last response."
        value={end}
        options={endWords}
        onChoose={(chosen) => onChange(() => ({ end: chosen }))}
      />
    </>
  );
}

function DelayFields(props: ThenFieldsProps) {
  const { form, onChange } = props;
  return (
    <>
      <Line {...props} field="milliseconds" label={form.spread === 'log-normal' ? 'Median' : 'Time'} unit="ms" />
      <ChoiceField
        label="Variation"
        value={form.spread}
        options={spreadWords}
        onChoose={(spread) => onChange(() => ({ spread }))}
      />
      {form.spread === 'uniform' && <Line {...props} field="most" label="Up to" unit="ms" />}
      {form.spread === 'log-normal' && <Line {...props} field="sigma" label="Deviation" unit="(sigma)" />}
    </>
  );
}

/** The names of text fields. */
type TextName = { [Name in keyof ThenForm]: string extends ThenForm[Name] ? Name : never }[keyof ThenForm];

interface TextFieldProps extends ThenFieldsProps {
  readonly field: TextName;
  readonly label: string;
}

function Line({ form, onChange, field, label, unit }: TextFieldProps & { readonly unit?: string }) {
  const isWord = field === 'userId' || field === 'userStatus';
  return (
    <TypedField
      label={label}
      className={isWord ? styles.data : styles.short}
      value={form[field]}
      onCommit={(text) => onChange(() => ({ [field]: text }))}
    >
      {unit !== undefined && <span className="hint">{unit}</span>}
    </TypedField>
  );
}

function Text({ form, onChange, field, label, placeholder }: TextFieldProps & { readonly placeholder: string }) {
  const value = form[field];
  return (
    <TypedField
      label={label}
      placeholder={placeholder}
      lines={textLines(value)}
      value={value}
      onCommit={(text) => onChange(() => ({ [field]: text }))}
    />
  );
}

function titles<Name extends string>(words: Readonly<Record<Name, { readonly title: string }>>) {
  const entries = Object.entries<{ readonly title: string }>(words).map(([name, { title }]) => [name, title]);
  return Object.fromEntries(entries) as Readonly<Record<Name, string>>;
}
