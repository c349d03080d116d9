import type { Envelope, EnvelopeNames } from '../../../server/domain/model/settings.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { type Refusal, TypedField } from '../../ui/form/typed-field.tsx';
import type { RowProps } from './parts.tsx';
import styles from './settings.module.css';

interface EnvelopeFieldProps extends RowProps {
  readonly envelope: Envelope;
  readonly onChange: (envelope: Envelope) => Promise<Refusal | null>;
}

/** What each member is, by the name that it has when nobody gives it another one. */
const members: Readonly<Record<keyof EnvelopeNames, string>> = {
  items: 'The records',
  total: 'How many there are',
  limit: 'Size of the page',
  offset: 'Records before the page',
  page: 'Number of the page',
  next: 'Address of the next page',
  prev: 'Address of the page before',
  next_cursor: 'Cursor of the next page',
};
const names = Object.keys(members) as (keyof EnvelopeNames)[];

/** What stands around the records of a list: one of two usual forms, or members with names of one's own. */
export function EnvelopeField({ label, hint, reset, envelope, onChange }: EnvelopeFieldProps) {
  const own = typeof envelope === 'object' ? envelope : null;
  const rename = (member: keyof EnvelopeNames, text: string) => {
    const name = text.trim() === '' && member !== 'items' ? null : text.trim();
    const others = Object.entries(own ?? {}).filter(([one]) => one !== member);
    return onChange(Object.fromEntries(name === member ? others : [...others, [member, name]]));
  };
  return (
    <>
      <ChoiceField
        label={label}
        hint={hint}
        value={typeof envelope === 'object' ? 'own' : envelope}
        options={{
          object: 'An object: {"items": […], "total": …}',
          array: 'The array alone',
          own: 'An object with names of your own',
        }}
        onChoose={async (choice) => (await onChange(choice === 'own' ? {} : choice))?.reason ?? null}
      >
        {reset}
      </ChoiceField>
      {own && (
        <div className={styles.members}>
          {names.map((member) => (
            <TypedField
              key={member}
              label={members[member]}
              placeholder="left out"
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
