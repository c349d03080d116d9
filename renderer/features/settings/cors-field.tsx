import type { Settings } from '../../../server/domain/model/settings.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { TypedField } from '../../ui/form/typed-field.tsx';
import type { Refusal } from '../../ui/form/use-typed.ts';
import type { RowProps } from './parts.tsx';
import { readNames } from './read-setting.ts';
import styles from './settings.module.css';

interface CorsFieldProps extends RowProps {
  readonly cors: Settings['cors'];
  readonly onChange: (cors: Settings['cors']) => Promise<Refusal | null>;
}

/** The web pages that may use the mock: a preset or a list of origins. */
export function CorsField({ label, hint, reset, cors, onChange }: CorsFieldProps) {
  const origins = typeof cors === 'string' ? [] : cors;
  return (
    <>
      <ChoiceField
        label={label}
        hint={hint}
        value={typeof cors === 'string' ? cors : 'origins'}
        options={{
          'loopback-read': 'Pages on this machine, to read',
          loopback: 'Pages on this machine',
          '*': 'All pages',
          off: 'No pages',
          origins: 'These origins',
        }}
        onChoose={async (choice) => (await onChange(choice === 'origins' ? origins : choice))?.reason ?? null}
      >
        {reset}
      </ChoiceField>
      {typeof cors !== 'string' && (
        <TypedField
          label="Origins"
          hint="Separated by commas, e.g. https://app.example:8443."
          value={origins.join(', ')}
          onCommit={(text) => onChange(readNames(text))}
          className={styles.input}
        />
      )}
    </>
  );
}
