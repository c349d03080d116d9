import { CaseSensitive, X } from 'lucide-react';
import type { Field } from '../../../../server/domain/fields/fields.ts';
import { comparedField, operandKinds } from '../../../../server/domain/filter/filter-operands.ts';
import { type KnownFields, knownValues } from '../../../exchange/catalogue.ts';
import { IconButton } from '../../../ui/base/button.tsx';
import { Select } from '../../../ui/form/field.tsx';
import { SuggestedInput } from '../../../ui/form/suggested-input.tsx';
import styles from '../editors/editors.module.css';
import type { FormCondition } from './filter-form.ts';

interface ConditionRowProps {
  readonly condition: FormCondition;
  readonly scope: Field;
  readonly fields: KnownFields;
  /** Why the condition is invalid, or null. */
  readonly reason: string | null;
  readonly onChange: (condition: FormCondition) => void;
  readonly onRemove: () => void;
}

/** One condition of a group: field, operator and value. */
export function ConditionRow({ condition, scope, fields, reason, onChange, onRemove }: ConditionRowProps) {
  const { field, operator, exact, value } = condition;
  const known = scope.find(field);
  const offered = operators.filter(
    (one) => one === operator || one === 'pr' || (known && operandKinds(comparedField(known), one).length > 0),
  );
  const hasCase = !known || known.has('string');
  return (
    <div className={styles.condition}>
      <fieldset className={styles.row} aria-label={`Condition on ${field}`}>
        <Select
          aria-label="Field"
          className={styles.field}
          value={field}
          onChange={({ currentTarget }) => onChange(conditionOn(scope, currentTarget.value, fields))}
        >
          {!known && <option>{field}</option>}
          {scope.names().map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <Select
          aria-label="Operator"
          className={styles.operator}
          value={operator}
          onChange={({ currentTarget }) => {
            const chosen = operators.find((one) => one === currentTarget.value);
            if (chosen) onChange({ ...condition, operator: chosen });
          }}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {operatorWords[one]}
            </option>
          ))}
        </Select>
        {operator !== 'pr' && (
          <>
            <SuggestedInput
              aria-label="Value"
              aria-invalid={reason !== null}
              className={styles.value}
              suggestions={knownValues(fields.known, nameWithin(scope, field))}
              value={value}
              onChange={(next) => onChange({ ...condition, value: next })}
            />
            {hasCase && (
              <IconButton
                label="Case-sensitive"
                icon={CaseSensitive}
                pressed={exact}
                onClick={() => onChange({ ...condition, exact: !exact })}
              />
            )}
          </>
        )}
        <IconButton label={`Remove the condition on ${field}`} icon={X} onClick={onRemove} />
      </fieldset>
      {reason !== null && (
        <p className={styles.word} role="alert">
          {reason}
        </p>
      )}
    </div>
  );
}

/** A new condition on a field, with a known value of that field. */
export function conditionOn(scope: Field, name: string, { known }: KnownFields): FormCondition {
  const value = knownValues(known, nameWithin(scope, name))[0];
  return {
    kind: 'condition',
    field: name,
    operator: value === undefined ? 'pr' : 'eq',
    exact: false,
    value: value ?? '',
  };
}

export function nameWithin(scope: Field, name: string): string {
  return [...scope.path, name].join('.');
}

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const;

const operatorWords: Readonly<Record<FormCondition['operator'], string>> = {
  eq: 'is',
  ne: 'is not',
  co: 'contains',
  sw: 'starts with',
  ew: 'ends with',
  gt: '>',
  ge: '≥',
  lt: '<',
  le: '≤',
  pr: 'has a value',
};
