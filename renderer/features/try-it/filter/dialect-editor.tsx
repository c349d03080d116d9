import { Plus, X } from 'lucide-react';
import { endingsOf, readConditionName, writeConditionName } from '../../../../server/domain/dialect/condition-name.ts';
import type { Dialect, FieldConditions, ParameterRole } from '../../../../server/domain/dialect/dialect.ts';
import { parameterMeanings } from '../../../../server/domain/dialect/meanings.ts';
import { pageNames } from '../../../../server/domain/list/list-parameters.ts';
import { type KnownFields, knownValues } from '../../../exchange/catalogue.ts';
import { type Piece, parameterOf, pieceOf, withValues } from '../../../exchange/pieces.ts';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { Waiting } from '../../../ui/display/empty-state.tsx';
import { Field, Input, Select } from '../../../ui/form/field.tsx';
import { SuggestedInput } from '../../../ui/form/suggested-input.tsx';
import styles from '../editors/editors.module.css';
import { PageLinks } from '../editors/page-editor.tsx';
import { useFields, usePieces } from '../model/use-try-it.ts';
import { FieldSelect } from './field-select.tsx';
import { isCondition } from './filter-parameters.ts';

const selecting: readonly ParameterRole[] = ['filter', 'search', 'where', 'children', 'parents'];

/** The filter of a list in the conventions of another kind of service. */
export function DialectFilter({ collection, dialect }: { readonly collection: string; readonly dialect: Dialect }) {
  const fields = useFields(collection);
  const named = [...parameterMeanings(dialect)].filter(([, { role }]) => selecting.includes(role));
  return (
    <>
      {dialect.conditions && !fields && <Waiting>Reading the fields…</Waiting>}
      {dialect.conditions && fields && (
        <DialectConditions fields={fields} dialect={dialect} conditions={dialect.conditions} />
      )}
      <ParameterFields label="More parameters" names={named.map(([name]) => name)} dialect={dialect} />
    </>
  );
}

/** The page parameters of a dialect. */
export function DialectPage({ dialect }: { readonly dialect: Dialect }) {
  return (
    <>
      <ParameterFields label="Page" names={[...pageNames(dialect)]} dialect={dialect} />
      {dialect.lists.linkHeader !== 'never' && <PageLinks />}
    </>
  );
}

interface ParametersProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly dialect: Dialect;
}

/** A field for each parameter, with what it says; an empty one is not sent. */
function ParameterFields({ label, names, dialect }: ParametersProps) {
  const [pieces, write] = usePieces();
  const meanings = parameterMeanings(dialect);
  return (
    <section className={styles.block} aria-label={label}>
      {names.map((name) => (
        <Field key={name} label={name} hint={meanings.get(name)?.meaning.replaceAll('`', '')}>
          {(wiring) => (
            <Input
              {...wiring}
              value={parameterOf(pieces, name) ?? ''}
              onChange={({ currentTarget: { value } }) =>
                write(withValues(pieces, { [name]: value === '' ? null : value }))
              }
            />
          )}
        </Field>
      ))}
    </section>
  );
}

interface ConditionsProps {
  readonly fields: KnownFields;
  readonly dialect: Dialect;
  readonly conditions: FieldConditions;
}

function DialectConditions({ fields: { known }, dialect, conditions }: ConditionsProps) {
  const [pieces, write] = usePieces();
  const rows = pieces.flatMap((piece, place) => (isCondition(piece, dialect) ? [{ piece, place }] : []));
  const names = known.fields.map(({ path }) => path.join('.'));
  const add = () => {
    const [field = 'name'] = names;
    const name = writeConditionName(conditions, { field, ending: '' });
    write([...pieces, pieceOf(name, knownValues(known, field)[0] ?? '')]);
  };
  return (
    <section className={styles.block} aria-label="Filter conditions">
      <h3 className={styles.blockTitle}>
        Parameters <span>all must match</span>
      </h3>
      {rows.map(({ piece, place }) => (
        <ConditionRow
          key={place}
          piece={piece}
          names={names}
          values={(field) => knownValues(known, field)}
          conditions={conditions}
          onChange={(next) => write(pieces.with(place, next))}
          onRemove={() => write(pieces.toSpliced(place, 1))}
        />
      ))}
      <Button icon={Plus} look="bare" onClick={add}>
        Condition
      </Button>
    </section>
  );
}

interface RowProps {
  readonly piece: Piece;
  readonly names: readonly string[];
  readonly values: (field: string) => readonly string[];
  readonly conditions: FieldConditions;
  readonly onChange: (piece: Piece) => void;
  readonly onRemove: () => void;
}

function ConditionRow({ piece, names, values, conditions, onChange, onRemove }: RowProps) {
  const { field, ending } = readConditionName(conditions, piece.name) ?? { field: piece.name, ending: '' };
  const named = (next: { field: string; ending: string }) => writeConditionName(conditions, next);
  return (
    <fieldset className={styles.row} aria-label={piece.name}>
      <FieldSelect
        field={field}
        names={names}
        isKnown={names.includes(field)}
        onChange={(next) => onChange(pieceOf(named({ field: next, ending }), piece.value))}
      />
      <Select
        aria-label="Operator"
        className={styles.operator}
        value={ending}
        onChange={({ currentTarget: { value } }) => onChange(pieceOf(named({ field, ending: value }), piece.value))}
      >
        {endingsOf(conditions).map((one) => (
          <option key={one} value={one}>
            {one === '' ? '=' : one}
          </option>
        ))}
      </Select>
      <SuggestedInput
        aria-label="Value"
        className={styles.value}
        suggestions={values(field)}
        value={piece.value}
        onChange={(value) => onChange(pieceOf(piece.name, value))}
      />
      <IconButton label={`Remove ${piece.name}`} icon={X} onClick={onRemove} />
    </fieldset>
  );
}
