import { useHost } from '../../console/use-console.ts';
import { knownValues } from '../../exchange/catalogue.ts';
import { type Subject, splitTarget, subjectOf } from '../../exchange/subject.ts';
import { Labelled, Select } from '../../ui/form/field.tsx';
import { SuggestedInput } from '../../ui/form/suggested-input.tsx';
import { inCollection, pathOf } from './model/draft.ts';
import { useDraft, useFields, useServed, useSubject, useTryIt } from './model/use-try-it.ts';
import styles from './try-it.module.css';

const service = '/users/{userId}';

/** Chooses the collection and the record of the request. */
export function SubjectPicker() {
  const tryIt = useTryIt();
  const subject = useSubject();
  const collections = useHost((state) => state.collections);
  const collection = 'collection' in subject ? subject.collection : subject.kind === 'user' ? 'users' : null;
  const fields = useFields(collections.some(({ name }) => name === collection) ? collection : null);
  const ids = fields ? knownValues(fields.known, fields.known.definition.key) : [];
  const served = useServed();
  const { target } = useDraft();
  // A request below /api stays there.
  const isBelowApi = splitTarget(target).path.startsWith('/api/');
  const pathsOf = (name: string) =>
    isBelowApi && name === collection ? [] : (collections.find((one) => one.name === name)?.paths ?? []);
  const choose = (next: Exclude<Subject, { kind: 'other' }>) =>
    tryIt.edit({ target: pathOf(next, 'collection' in next ? pathsOf(next.collection) : []) });
  const hasService = subjectOf('/users/id', served).kind === 'user';
  const recordId = 'id' in subject ? subject.id : '';
  return (
    <>
      <Labelled label="Collection" className={styles.pick}>
        {(id) => (
          <Select
            id={id}
            value={subject.kind === 'user' ? service : (collection ?? '')}
            onChange={({ currentTarget: { value } }) => {
              if (value !== service) choose(inCollection(subject, value));
              else if (collection === 'users' && recordId !== '') choose({ kind: 'user', id: recordId });
              else void tryIt.addressUser();
            }}
          >
            {collection === null && <option value="">other</option>}
            {hasService && <option value={service}>{service}</option>}
            {collections.map(({ name }) => (
              <option key={name} value={name}>
                {pathOf({ kind: 'list', collection: name }, pathsOf(name))}
              </option>
            ))}
          </Select>
        )}
      </Labelled>
      <Labelled label="Record" className={styles.pick}>
        {(id) => (
          <SuggestedInput
            id={id}
            className={styles.short}
            suggestions={ids}
            placeholder={subject.kind === 'user' ? 'user id' : 'all'}
            disabled={subject.kind === 'other'}
            value={recordId}
            onChange={(value) => {
              if (subject.kind === 'user') choose({ kind: 'user', id: value });
              else if (subject.kind !== 'other') {
                const { collection: name } = subject;
                choose(
                  value === '' ? { kind: 'list', collection: name } : { kind: 'record', collection: name, id: value },
                );
              }
            }}
          />
        )}
      </Labelled>
    </>
  );
}
