import { useState } from 'react';
import { useHost } from '../../console/use-console.ts';
import { asSentence, formatCount, plural } from '../../ui/base/format.ts';
import { Refusal } from '../../ui/display/refusal.tsx';
import { Field, Input, Select } from '../../ui/form/field.tsx';
import styles from './import-dialog.module.css';
import type { FoundCollection, ImportChoice } from './imports.ts';

interface ImportChoicesProps {
  readonly found: FoundCollection;
  readonly choice: ImportChoice | undefined;
  /** Why the last choice was refused, or null. */
  readonly reason: string | null;
  readonly onDecide: (choice: Omit<ImportChoice, 'collection'>) => void;
}

/** Where the records of a list go, by which key, and what happens to the records that are there. */
export function ImportChoices({ found, choice, reason, onDecide }: ImportChoicesProps) {
  const { key, keys, state, mode } = found;
  return (
    <section className={styles.choices} aria-label={`Choices for ${found.name}`}>
      <Target found={found} into={choice?.into ?? found.name} onChoose={(into) => onDecide({ into })} />
      <Field label="Key" hint={state === 'exists' ? `${found.name} has this key.` : undefined}>
        {(wiring) => (
          <Select
            {...wiring}
            disabled={state === 'exists'}
            value={choice?.key ?? key}
            onChange={(event) => onDecide({ key: event.currentTarget.value })}
          >
            {keys.length === 0 && <option>{key}</option>}
            {keys.map(({ name, reason: fault }) => (
              <option key={name} value={name} disabled={fault !== null && name !== key && name !== keys[0]?.name}>
                {fault === null ? name : `${name} (${fault})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {state === 'exists' && (
        <Field label="Existing records" hint={modes[mode].hint}>
          {(wiring) => (
            <Select
              {...wiring}
              value={choice?.mode ?? mode}
              onChange={(event) => onDecide({ mode: modeNamed(event.currentTarget.value) })}
            >
              {modeNames.map((name) => (
                <option key={name} value={name}>
                  {modes[name].title}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {reason !== null && <Refusal>{reason}</Refusal>}
      <p role="status">{effectSentence(found)}</p>
      {state === 'new' && <Served found={found} />}
    </section>
  );
}

/** The paths, the order and the time of a new collection. */
function Served({ found: { name, paths, sort, time, key } }: { readonly found: FoundCollection }) {
  const all = paths.length > 0 ? paths : [`/api/${name}`];
  return (
    <p className={styles.served}>
      Served at{' '}
      {all.map((path) => (
        <code key={path}>{path}</code>
      ))}
      <span>
        ordered by <code>{sort ?? key}</code>
        {time !== null && (
          <>
            , with its time in <code>{time}</code>
          </>
        )}
      </span>
    </p>
  );
}

type Mode = FoundCollection['mode'];

const modes: Readonly<Record<Mode, { readonly title: string; readonly hint: string }>> = {
  merge: { title: 'Merge', hint: 'A changed record keeps members that are missing from the file.' },
  replace: { title: 'Replace', hint: 'A changed record is replaced as a whole.' },
  'replace-all': {
    title: 'Replace all',
    hint: 'Changed records are replaced as a whole; records that are missing from the file are removed.',
  },
};
const modeNames: readonly Mode[] = ['merge', 'replace', 'replace-all'];

function modeNamed(text: string): Mode {
  return modeNames.find((name) => name === text) ?? 'merge';
}

/** A sentence such as "Adds 3 records, changes 2, keeps 40 that the file does not have." */
function effectSentence({ fresh, changed, removed, same, kept, refused }: FoundCollection): string {
  const parts = [
    fresh > 0 && `adds ${plural(fresh, 'record')}`,
    changed > 0 && `changes ${formatCount(changed)}`,
    removed > 0 && `removes ${formatCount(removed)} that the file does not have`,
    same > 0 && `leaves ${formatCount(same)} unchanged`,
    kept > 0 && `keeps ${formatCount(kept)} that the file does not have`,
    refused > 0 && `leaves out ${formatCount(refused)} with faults`,
  ].filter((part) => part !== false);
  return asSentence(parts.join(', ') || 'changes nothing');
}

interface TargetProps {
  readonly found: FoundCollection;
  readonly into: string;
  readonly onChoose: (name: string) => void;
}

/** No collection has this name. */
const another = '+';

/** Chooses an existing collection, or names a new one. */
function Target({ found, into, onChoose }: TargetProps) {
  const names = useHost(({ collections }) => collections).map(({ name }) => name);
  const [typed, setTyped] = useState<string | null>(null);
  /** True once a key has ended the typing: the list then gets the focus. */
  const [isLeftByKey, setLeftByKey] = useState(false);
  const choose = () => {
    if (typed !== null && typed.trim() !== '') onChoose(typed.trim());
    setTyped(null);
  };
  const offered = [...new Set([found.source, into, ...names])];
  return (
    <Field label="Into" hint={typed === null ? undefined : 'Enter the name of the new collection.'}>
      {(wiring) =>
        typed === null ? (
          <Select
            {...wiring}
            autoFocus={isLeftByKey}
            value={into}
            onChange={({ currentTarget: { value } }) => (value === another ? setTyped('') : onChoose(value))}
          >
            {offered.map((one) => (
              <option key={one} value={one}>
                {names.includes(one) ? one : `${one} (new)`}
              </option>
            ))}
            <option value={another}>New collection…</option>
          </Select>
        ) : (
          <Input
            {...wiring}
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={choose}
            onKeyDown={(event) => {
              setLeftByKey(event.key === 'Enter' || event.key === 'Escape');
              if (event.key === 'Enter') choose();
              if (event.key !== 'Escape') return;
              // Escape would close the dialog.
              event.preventDefault();
              event.stopPropagation();
              setTyped(null);
            }}
          />
        )
      }
    </Field>
  );
}
