import type { ReactNode } from 'react';
import { anyValue, listedMethods, PathHint, usePathSuggestions } from '../../../exchange/path-patterns.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { TypedField } from '../../../ui/form/typed-field.tsx';
import { type FormEdit, type WhenForm, withOccurrence } from '../model/rule-form.ts';
import { occurrenceWords } from '../model/rule-words.ts';
import { BodyTestsField, PairsField } from './pairs-field.tsx';
import styles from './rule.module.css';

interface WhenFieldsProps {
  readonly form: WhenForm;
  readonly onChange: (edit: FormEdit<WhenForm>) => Promise<string | null>;
  /** A note above the fields. */
  readonly children?: ReactNode;
}

/** The condition of a rule; all filled fields must match. */
export function WhenFields({ form, onChange, children }: WhenFieldsProps) {
  const { method, path, id, query, headers, body, occurrence, count } = form;
  const suggestions = usePathSuggestions();
  return (
    <fieldset name="when" className={classNames(styles.group, styles.when)}>
      <legend>When</legend>
      {children}
      <ChoiceField
        label="Method"
        value={method}
        options={{ '': anyValue, ...Object.fromEntries(listedMethods(method).map((name) => [name, name])) }}
        onChoose={(chosen) => onChange(() => ({ method: chosen }))}
      />
      <TypedField
        label="Path"
        className={styles.data}
        placeholder={anyValue}
        hint={<PathHint />}
        suggestions={suggestions}
        value={path}
        onCommit={(text) => onChange(() => ({ path: text.trim() }))}
      />
      <TypedField
        label="Record"
        className={styles.data}
        placeholder={anyValue}
        value={id}
        onCommit={(text) => onChange(() => ({ id: text }))}
      />
      <PairsField
        label="Query"
        one="parameter"
        pairs={query}
        canBeAny
        onCommit={(next) => onChange(() => ({ query: next }))}
      />
      <PairsField
        label="Headers"
        one="header"
        pairs={headers}
        canBeAny
        onCommit={(next) => onChange(() => ({ headers: next }))}
      />
      <BodyTestsField lines={body} onCommit={(next) => onChange(() => ({ body: next }))} />
      <ChoiceField
        label="Applies to"
        value={occurrence}
        options={occurrenceWords}
        onChoose={(chosen) => onChange((now) => withOccurrence(now, chosen))}
      />
      {occurrence !== 'always' && (
        <>
          <TypedField
            label={occurrence === 'percent' ? '%' : 'n'}
            className={styles.short}
            value={count}
            onCommit={(text) => onChange(() => ({ count: text }))}
          />
          <ChoiceField
            label="Count"
            value={form.perRecord ? 'record' : 'all'}
            options={{ all: 'all requests together', record: 'per record' }}
            onChoose={(chosen) => onChange(() => ({ perRecord: chosen === 'record' }))}
          />
        </>
      )}
    </fieldset>
  );
}
