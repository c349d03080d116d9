import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, X } from 'lucide-react';
import { parameterOf, withValues } from '../../../exchange/pieces.ts';
import { readSort, type SortChip, writeSort } from '../../../exchange/sort-form.ts';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { Input, Labelled, Select } from '../../../ui/form/field.tsx';
import { useDialect, useFields, usePieces } from '../model/use-try-it.ts';
import styles from './editors.module.css';

/** The order of a list as chips, the first counts most, and as text. */
export function SortEditor({ collection }: { readonly collection: string }) {
  const [pieces, write] = usePieces();
  const fields = useFields(collection);
  const dialect = useDialect();
  const { sort: parameter = 'sort' } = dialect.parameters;
  const read = readSort(pieces, dialect);
  const chips = read.ok ? read.value : [];
  const set = (next: readonly SortChip[]) => write(writeSort(pieces, next, dialect));
  const names = fields?.known.fields.map(({ path }) => path.join('.')) ?? [];
  const left = names.filter((name) => !chips.some((chip) => chip.name === name));
  const move = (index: number, by: -1 | 1) => {
    const chip = chips[index];
    if (chip) set(chips.toSpliced(index, 1).toSpliced(index + by, 0, chip));
  };
  return (
    <section className={styles.block} aria-label="Sort">
      <ol className={styles.chips} aria-label="Sort fields">
        {chips.map((chip, index) => (
          <li key={chip.name} className={styles.chip}>
            <Button
              look="bare"
              icon={chip.descending ? ArrowDown : ArrowUp}
              aria-label={`${chip.name} ${chip.descending ? 'descending' : 'ascending'}, reverse`}
              onClick={() => set(chips.with(index, { ...chip, descending: !chip.descending }))}
            >
              {chip.name}
            </Button>
            <IconButton
              label={`Move ${chip.name} left`}
              icon={ArrowLeft}
              why={index === 0 && 'It is the first field.'}
              onClick={() => move(index, -1)}
            />
            <IconButton
              label={`Move ${chip.name} right`}
              icon={ArrowRight}
              why={index === chips.length - 1 && 'It is the last field.'}
              onClick={() => move(index, 1)}
            />
            <IconButton label={`Remove ${chip.name}`} icon={X} onClick={() => set(chips.toSpliced(index, 1))} />
          </li>
        ))}
      </ol>
      <Select
        aria-label="Add a sort field"
        value=""
        onChange={({ currentTarget }) => set([...chips, { name: currentTarget.value, descending: false }])}
      >
        <option value="">Add a field…</option>
        {left.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Labelled label={`${parameter}=`} className={styles.textLabel}>
        {(id) => (
          <Input
            id={id}
            className={styles.wide}
            value={parameterOf(pieces, parameter) ?? ''}
            placeholder={fields?.known.definition.sort ?? fields?.known.definition.key}
            aria-invalid={!read.ok}
            onChange={({ currentTarget: { value } }) =>
              write(withValues(pieces, { [parameter]: value === '' ? null : value }))
            }
          />
        )}
      </Labelled>
      {!read.ok && (
        <p className={styles.word} role="alert">
          {read.problem}
        </p>
      )}
      <p className={styles.hint}>
        Without <code>{parameter}</code> the collection’s default order applies (
        {fields?.known.definition.sort ?? 'by key'}). Ties are broken by the key.
      </p>
    </section>
  );
}
