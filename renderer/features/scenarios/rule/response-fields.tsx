import { type BodyForm, mediaTypes } from '../../../../server/domain/scenario/scenario.ts';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { TypedField } from '../../../ui/form/typed-field.tsx';
import { bodyInForm } from '../model/body-in-form.ts';
import type { FormEdit, ResponseForm } from '../model/rule-form.ts';
import { bodyFormWords } from '../model/rule-words.ts';
import { PairsField } from './pairs-field.tsx';
import styles from './rule.module.css';

interface ResponseFieldsProps {
  readonly form: ResponseForm;
  readonly onChange: (edit: FormEdit<ResponseForm>) => Promise<string | null>;
}

const titles = Object.fromEntries(Object.entries(bodyFormWords).map(([form, { title }]) => [form, title]));

/** The fields of a fixed response. */
export function ResponseFields({ form, onChange }: ResponseFieldsProps) {
  return (
    <>
      <TypedField
        label="Status"
        className={styles.short}
        value={form.status}
        onCommit={(status) => onChange(() => ({ status }))}
      />
      <PairsField
        label="Headers"
        one="header"
        pairs={form.headers}
        canBeAny={false}
        onCommit={(headers) => onChange(() => ({ headers }))}
      />
      <ChoiceField
        label="Body is"
        hint={`${mediaTypes[form.form]}, unless a Content-Type header says otherwise.`}
        value={form.form}
        options={titles as Readonly<Record<BodyForm, string>>}
        onChoose={(chosen) => onChange((now) => ({ form: chosen, body: bodyInForm(now, chosen) }))}
      />
      <TypedField
        label="Body"
        placeholder={bodyFormWords[form.form].placeholder}
        lines={textLines(form.body)}
        value={form.body}
        onCommit={(body) => onChange(() => ({ body }))}
      />
      <ChoiceField
        label="Values"
        hint={form.substitute ? templateHint : undefined}
        value={form.substitute ? 'yes' : 'no'}
        options={{ no: 'As written', yes: 'Replace {name} by values' }}
        onChoose={(chosen) => onChange(() => ({ substitute: chosen === 'yes' }))}
      />
    </>
  );
}

const templateHint =
  'Members of the path such as {userId}, {query.page}, {body./name}, {record./status}, {now}, {uuid}. Write {{ for a brace. ' +
  'The dry run shows the result.';

/** Visible lines of a multi-line field. */
export function textLines(text: string): number {
  return Math.min(12, Math.max(3, text.split('\n').length));
}
