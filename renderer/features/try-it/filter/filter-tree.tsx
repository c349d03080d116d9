import { FolderPlus, Plus, X } from 'lucide-react';
import type { Field } from '../../../../server/domain/fields/fields.ts';
import { formatExpression } from '../../../../server/domain/filter/filter-expression.ts';
import { parseExpression } from '../../../../server/domain/filter/filter-parser.ts';
import { type KnownFields, knownValues } from '../../../exchange/catalogue.ts';
import { parameterOf, withValues } from '../../../exchange/pieces.ts';
import { Button, IconButton } from '../../../ui/base/button.tsx';
import { Select } from '../../../ui/form/field.tsx';
import styles from '../editors/editors.module.css';
import { useForm, usePieces } from '../model/use-try-it.ts';
import { ConditionRow, conditionOn, nameWithin } from './filter-condition.tsx';
import {
  emptyGroup,
  expressionOf,
  type FormCondition,
  type FormFault,
  type FormGroup,
  type FormNode,
  formOf,
} from './filter-form.ts';
import { FilterText } from './filter-text.tsx';

/** A `filter=` expression as a form, or the reason why it is invalid. */
type ReadFilter = { readonly form: FormGroup } | { readonly problem: string };

/** `filter=` as groups of conditions and as text. */
export function FilterTree({ fields }: { readonly fields: KnownFields }) {
  const { record } = fields.catalogue;
  const [pieces, write] = usePieces();
  const text = parameterOf(pieces, 'filter');
  const [read, hold] = useForm<ReadFilter>(text ?? '', (written) => readFilter(written, record));
  const setText = (next: string) => write(withValues(pieces, { filter: next === '' ? null : next }));
  const setForm = (form: FormGroup) => {
    const expression = expressionOf(form, record);
    const next = expression.ok ? (expression.value ? formatExpression(expression.value) : '') : (text ?? '');
    hold({ form }, next);
    if (expression.ok) setText(next);
  };
  const checked = 'form' in read ? expressionOf(read.form, record) : null;
  const fault = checked && !checked.ok ? checked.problem : null;
  const tree: Tree = { fields, fault };
  return (
    <section className={styles.block} aria-label="Groups">
      <h3 className={styles.blockTitle}>
        filter= <span>groups of conditions</span>
      </h3>
      {'form' in read ? (
        <GroupRows group={read.form} scope={record} tree={tree} place="" onChange={setForm} />
      ) : (
        <p className={styles.word} role="alert">
          {read.problem}
        </p>
      )}
      <FilterText text={text ?? ''} fields={fields} onChange={setText} />
    </section>
  );
}

function readFilter(text: string, scope: Field): ReadFilter {
  if (text.trim() === '') return { form: emptyGroup };
  const parsed = parseExpression(text, scope, false);
  return parsed.ok ? { form: formOf(parsed.value.expression, scope) } : { problem: parsed.problem.detail };
}

/** Shared by all parts of the tree. */
interface Tree {
  readonly fields: KnownFields;
  readonly fault: FormFault | null;
}

interface GroupRowsProps {
  readonly group: FormGroup;
  readonly scope: Field;
  readonly tree: Tree;
  /** The number of the group, such as 1.2; empty for the outermost. */
  readonly place: string;
  readonly onChange: (group: FormGroup) => void;
  readonly onRemove?: () => void;
}

const modes = {
  'all of': { join: 'and', negated: false },
  'any of': { join: 'or', negated: false },
  'not all of': { join: 'and', negated: true },
  'none of': { join: 'or', negated: true },
} as const;

function GroupRows({ group, scope, tree, place, onChange, onRemove }: GroupRowsProps) {
  const { join, negated, element, parts } = group;
  const within = element === null ? scope : (scope.find(element) ?? scope);
  const mode = Object.entries(modes).find(([, one]) => one.join === join && one.negated === negated)?.[0];
  const elements = [...scope.entries()]
    .filter(([, field]) => field.has('array') && field.has('object'))
    .map(([name]) => name);
  const setPart = (index: number, part: FormNode) => onChange({ ...group, parts: parts.with(index, part) });
  const remove = (index: number) => onChange({ ...group, parts: parts.toSpliced(index, 1) });
  const name = place === '' ? 'Group' : `Group ${place}`;
  return (
    <fieldset className={styles.group} aria-label={name}>
      <div className={styles.groupHead}>
        {elements.length > 0 && (
          <Select
            aria-label="Group applies to"
            value={element ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...emptyGroup, join, negated, element: value === '' ? null : value })
            }
          >
            <option value="">the record</option>
            {elements.map((one) => (
              <option key={one} value={one}>
                one of {one}
              </option>
            ))}
          </Select>
        )}
        <Select
          aria-label={`${name} matches`}
          value={mode}
          onChange={({ currentTarget: { value } }) => onChange({ ...group, ...modes[value as keyof typeof modes] })}
        >
          {Object.keys(modes).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
        <Button
          icon={Plus}
          look="bare"
          onClick={() => onChange({ ...group, parts: [...parts, firstCondition(within, tree)] })}
        >
          Condition
        </Button>
        <Button
          icon={FolderPlus}
          look="bare"
          onClick={() =>
            onChange({
              ...group,
              parts: [...parts, { ...emptyGroup, join: 'or', parts: [firstCondition(within, tree)] }],
            })
          }
        >
          Group
        </Button>
        {onRemove && <IconButton label={`Remove ${name}`} icon={X} onClick={onRemove} />}
      </div>
      {parts.map((part, index) =>
        part.kind === 'group' ? (
          <GroupRows
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the group.
            key={index}
            group={part}
            scope={within}
            tree={tree}
            place={place === '' ? String(index + 1) : `${place}.${index + 1}`}
            onChange={(next) => setPart(index, next)}
            onRemove={() => remove(index)}
          />
        ) : (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the group.
            key={index}
            condition={part}
            scope={within}
            fields={tree.fields}
            reason={tree.fault?.node === part ? tree.fault.reason : null}
            onChange={(next) => setPart(index, next)}
            onRemove={() => remove(index)}
          />
        ),
      )}
    </fieldset>
  );
}

function firstCondition(scope: Field, { fields }: Tree): FormCondition {
  const names = scope.names();
  const name = names.find((one) => knownValues(fields.known, nameWithin(scope, one)).length > 1) ?? names[0] ?? '';
  return conditionOn(scope, name, fields);
}
