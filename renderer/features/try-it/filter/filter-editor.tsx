import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { findTarget, suffixMeaning } from '../../../../server/domain/filter/filter-parameter.ts';
import { parseExpression } from '../../../../server/domain/filter/filter-parser.ts';
import { type KnownFields, knownValues } from '../../../exchange/catalogue.ts';
import { suffixesFor, suffixWords } from '../../../exchange/filter-suffixes.ts';
import { type Piece, parameterOf, pieceOf, piecesOf, textOf } from '../../../exchange/pieces.ts';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { Waiting } from '../../../ui/display/empty-state.tsx';
import { Labelled, Select, TextArea } from '../../../ui/form/field.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { SuggestedInput } from '../../../ui/form/suggested-input.tsx';
import styles from '../editors/editors.module.css';
import { useFields, usePieces } from '../model/use-try-it.ts';
import { FieldSelect } from './field-select.tsx';
import { asFilterText, asParameters, isCondition } from './filter-parameters.ts';
import { FilterTree } from './filter-tree.tsx';

type Shape = 'form' | 'text';

/** The filter of a list: parameters as rows, `filter=` as groups, or both as text. */
export function FilterEditor({ collection }: { readonly collection: string }) {
  const [shape, setShape] = useState<Shape>('form');
  const fields = useFields(collection);
  return (
    <>
      <div className={styles.head}>
        <SegmentedControl
          label="Filter as"
          options={[
            { value: 'form', title: 'Form' },
            { value: 'text', title: 'Text' },
          ]}
          chosen={shape}
          onChoose={setShape}
        />
        {fields && <Translations fields={fields} />}
      </div>
      {shape === 'text' && <ParameterText />}
      {shape === 'form' && !fields && <Waiting>Reading the fields…</Waiting>}
      {shape === 'form' && fields && (
        <>
          <ParameterRows fields={fields} />
          <FilterTree fields={fields} />
        </>
      )}
    </>
  );
}

/** Translates parameters to `filter=` and back. */
function Translations({ fields: { catalogue } }: { readonly fields: KnownFields }) {
  const [pieces, write] = usePieces();
  const [words, setWords] = useState<readonly string[]>([]);
  const text = parameterOf(pieces, 'filter');
  const toText = () => {
    const written = asFilterText(pieces, catalogue);
    setWords(written.ok ? [] : [written.problem]);
    if (written.ok) write(written.value);
  };
  const toParameters = () => {
    const parsed = parseExpression(text ?? '', catalogue.record, false);
    if (!parsed.ok) return setWords([parsed.problem.detail]);
    if (!parsed.value.expression) return;
    const { pieces: written, left } = asParameters(pieces, parsed.value.expression, catalogue);
    setWords(left.map((part) => `No parameter can express ${part}; it stays in filter=.`));
    write(written);
  };
  return (
    <>
      <Button
        look="bare"
        why={!pieces.some((piece) => isCondition(piece)) && 'There is no parameter to convert.'}
        onClick={toText}
      >
        Convert to filter=
      </Button>
      <Button look="bare" why={text === undefined && 'There is no filter= to convert.'} onClick={toParameters}>
        Convert to parameters
      </Button>
      {words.map((word) => (
        <p key={word} className={styles.word} role="status">
          {word}
        </p>
      ))}
    </>
  );
}

function ParameterText() {
  const [pieces, write] = usePieces();
  return (
    <Labelled label="One parameter per line, not percent-encoded" className={styles.textLabel}>
      {(id) => (
        <TextArea
          id={id}
          rows={10}
          value={textOf(pieces)}
          onChange={({ currentTarget }) => write(piecesOf(currentTarget.value, pieces))}
        />
      )}
    </Labelled>
  );
}

function ParameterRows({ fields }: { readonly fields: KnownFields }) {
  const [pieces, write] = usePieces();
  const rows = pieces.flatMap((piece, place) => (isCondition(piece) ? [{ piece, place }] : []));
  const replace = (place: number, piece: Piece) => write(pieces.with(place, piece));
  const add = () => {
    const field = fields.known.fields.find(({ values }) => values.length > 1) ?? fields.known.fields[0];
    const name = field?.path.join('.') ?? 'name';
    write([...pieces, pieceOf(name, knownValues(fields.known, name)[0] ?? '')]);
  };
  return (
    <section className={styles.block} aria-label="Filter conditions">
      <h3 className={styles.blockTitle}>
        Parameters <span>all must match; a repeated parameter matches any of its values</span>
      </h3>
      {rows.map(({ piece, place }, index) => (
        <ParameterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the query.
          key={index}
          piece={piece}
          joins={index === 0 ? null : rows.slice(0, index).some((row) => row.piece.name === piece.name) ? 'or' : 'and'}
          fields={fields}
          onChange={(next) => replace(place, next)}
          onRemove={() => write(pieces.toSpliced(place, 1))}
        />
      ))}
      <Button icon={Plus} look="bare" onClick={add}>
        Condition
      </Button>
    </section>
  );
}

interface ParameterRowProps {
  readonly piece: Piece;
  readonly joins: 'and' | 'or' | null;
  readonly fields: KnownFields;
  readonly onChange: (piece: Piece) => void;
  readonly onRemove: () => void;
}

function ParameterRow({ piece, joins, fields: { known, catalogue }, onChange, onRemove }: ParameterRowProps) {
  const target = findTarget(piece.name, catalogue);
  const field = target?.field.name ?? piece.name;
  const suffix = target?.suffix ?? '';
  const suffixes = target ? suffixesFor(target.field, suffix) : [''];
  const names = known.fields.map(({ path }) => path.join('.'));
  return (
    <fieldset className={styles.row} aria-label={`${joins ?? 'where'} ${piece.name}`}>
      <span className={styles.join}>{joins ?? 'where'}</span>
      <FieldSelect
        field={field}
        names={names}
        isKnown={target !== undefined}
        onChange={(next) => onChange(pieceOf(next, knownValues(known, next)[0] ?? ''))}
      />
      <Select
        aria-label="Operator"
        className={styles.operator}
        title={suffixMeaning(suffix)}
        value={suffix}
        onChange={({ currentTarget: { value } }) => onChange(pieceOf(field + value, piece.value))}
      >
        {suffixes.map((one) => (
          <option key={one} value={one}>
            {suffixWords[one] ?? one}
          </option>
        ))}
      </Select>
      <SuggestedInput
        aria-label="Value"
        className={styles.value}
        suggestions={knownValues(known, field)}
        value={piece.value}
        onChange={(value) => onChange(pieceOf(piece.name, value))}
      />
      <IconButton label={`Remove ${piece.name}`} icon={X} onClick={onRemove} />
    </fieldset>
  );
}
