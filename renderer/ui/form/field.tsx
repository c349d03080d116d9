import { Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Button } from '../base/button.tsx';
import { classNames } from '../base/class-names.ts';
import { Refusal } from '../display/refusal.tsx';
import styles from './field.module.css';

interface FieldProps {
  readonly label: string;
  /** A sentence about the field. */
  readonly hint?: ReactNode;
  /** Marks the label. */
  readonly required?: boolean | undefined;
  /** Why the value is invalid. */
  readonly reason?: string | null;
  /** A message about the value that is no fault. */
  readonly notice?: ReactNode;
  /** A button beside the reason that corrects the value. */
  readonly fix?: SuggestedFix | undefined;
  readonly children: (wiring: FieldWiring) => ReactNode;
}

export interface SuggestedFix {
  readonly title: string;
  readonly run: () => void;
}

/** Attributes that tie a control to its label, hint and reason. */
interface FieldWiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean | undefined;
}

/** A control with label, hint and, for an invalid value, the reason. */
export function Field({ label, hint, required, reason, notice, fix, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, reason && `${id}-reason`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label} data-required={required || undefined}>
        {label}
      </label>
      <div className={styles.control}>
        {children({
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': Boolean(reason),
          'aria-required': required || undefined,
        })}
        {notice}
        {reason && (
          <Refusal id={`${id}-reason`} className={styles.reason}>
            {reason}
          </Refusal>
        )}
        {reason && fix && <Button onClick={fix.run}>{fix.title}</Button>}
        {hint && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: (id: string) => ReactNode;
}

/** A control with a label only. */
export function Labelled({ label, className, children }: LabelledProps) {
  const id = useId();
  return (
    <span className={className}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </span>
  );
}

/** A text input without a label. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(styles.input, className)} autoComplete="off" spellCheck={false} {...rest} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={classNames(styles.input, styles.area, className)} spellCheck={false} {...rest} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={classNames(styles.input, className)} {...rest} />;
}

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder: string;
  /** Texts offered as completions. */
  readonly completions?: readonly string[];
  /** Called for the arrow down and Enter, which lead to the results. */
  readonly onLeave?: () => void;
  readonly ref?: React.Ref<HTMLInputElement>;
}

/** The search field above a list. Escape clears it, the arrow down and Enter move to the list. */
export function SearchField({ label, value, onChange, placeholder, completions, onLeave, ref }: SearchFieldProps) {
  const list = useId();
  return (
    <div className={styles.search}>
      <Search aria-hidden />
      <input
        ref={ref}
        type="search"
        list={completions && list}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        spellCheck={false}
        className={styles.input}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
          if (event.key === 'ArrowDown' || (event.key === 'Enter' && onLeave)) {
            event.preventDefault();
            onLeave?.();
          }
        }}
      />
      {completions && (
        <datalist id={list}>
          {completions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </div>
  );
}
