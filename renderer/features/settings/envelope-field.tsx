import type { Envelope, EnvelopeNames } from '../../../server/domain/model/settings.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { TypedField } from '../../ui/form/typed-field.tsx';
import type { Refusal } from '../../ui/form/use-typed.ts';
import type { RowProps } from './parts.tsx';
import styles from './settings.module.css';

interface EnvelopeFieldProps extends RowProps {
  readonly envelope: Envelope;
  /** Saves the edited envelope, as it is once earlier edits are saved. */
  readonly onChange: (edit: (envelope: Envelope) => Envelope) => Promise<Refusal | null>;
}

/** The members by their default names. */
const members: Readonly<Record<keyof EnvelopeNames, string>> = {
  items: 'Records',
  total: 'Total count',
  limit: 'Page size',
  offset: 'Offset',
  page: 'Page number',
  next: 'URL of the next page',
  prev: 'URL of the previous page',
  next_cursor: 'Cursor of the next page',
};
const names = Object.keys(members) as (keyof EnvelopeNames)[];

/** The envelope of a list: an object, an array, or an object with custom member names. */
export function EnvelopeField({ label, hint, reset, envelope, onChange }: EnvelopeFieldProps) {
  const own = typeof envelope === 'object' ? envelope : null;
  const rename = (member: keyof EnvelopeNames, text: string) => {
    const name = text.trim() === '' && member !== 'items' ? null : text.trim();
    return onChange((now) => {
      const others = Object.entries(typeof now === 'object' ? now : {}).filter(([one]) => one !== member);
      return Object.fromEntries(name === member ? others : [...others, [member, name]]);
    });
  };
  return (
    <>
      <ChoiceField
        label={label}
        hint={hint}
        value={typeof envelope === 'object' ? 'own' : envelope}
        options={{
          object: 'Object: {"items": […], "total": …}',
          array: 'Array only',
          own: 'Object with custom names',
        }}
        onChoose={async (choice) => (await onChange(() => (choice === 'own' ? {} : choice)))?.reason ?? null}
      >
        {reset}
      </ChoiceField>
      {own && (
        <div className={styles.members}>
          {names.map((member) => (
            <TypedField
              key={member}
              label={members[member]}
              placeholder="omitted"
              value={own[member] === null ? '' : (own[member] ?? member)}
              onCommit={(text) => rename(member, text)}
              className={styles.input}
            />
          ))}
        </div>
      )}
    </>
  );
}
