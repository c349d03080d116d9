import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Field, Input, type Remedy, TextArea } from './field.tsx';

/** Why a value was not taken, and what could be done about it. */
export interface Refusal {
  readonly reason: string;
  readonly remedy?: Remedy | undefined;
}

interface TypedFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string | undefined;
  /** The value now, as text. */
  readonly value: string;
  /** Saves what was typed, or says why it cannot be. */
  readonly onCommit: (text: string) => Promise<Refusal | string | null>;
  /** For text of several lines, where Enter makes a new line and Ctrl+Enter saves. */
  readonly lines?: number;
  readonly className?: string | undefined;
  /** What stands behind the field, such as a unit. */
  readonly children?: ReactNode;
  readonly ref?: React.Ref<HTMLInputElement>;
}

/** A value that is typed: Enter and leaving the field save, Escape gives back; what is refused stays, with its reason. */
export function TypedField(props: TypedFieldProps) {
  const { label, hint, placeholder, value, onCommit, lines, className, children, ref } = props;
  /** What was typed and is not saved; null when the field shows the value. */
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState<(Refusal & { readonly text: string }) | null>(null);
  const giveBack = () => {
    setDraft(null);
    setRefused(null);
  };
  const commit = async () => {
    if (draft === null || draft === value) return giveBack();
    const refusal = await onCommit(draft);
    if (refusal !== null) {
      return setRefused({ text: draft, ...(typeof refusal === 'string' ? { reason: refusal } : refusal) });
    }
    setRefused(null);
    // What was typed meanwhile is kept.
    setDraft((now) => (now === draft ? null : now));
  };
  const remedy = refused?.remedy && {
    title: refused.remedy.title,
    run: () => {
      refused.remedy?.run();
      giveBack();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = lines === undefined || event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && saves) void commit();
    if (event.key === 'Escape') giveBack();
  };
  return (
    <Field label={label} hint={hint} reason={refused?.reason ?? null} remedy={remedy}>
      {(wiring) => {
        const control = {
          ...wiring,
          placeholder,
          className,
          value: draft ?? value,
          onKeyDown,
          // What was refused is refused again: whoever leaves the field for the remedy need not hear it twice.
          onBlur: () => void (draft !== refused?.text && commit()),
        };
        return lines === undefined ? (
          <span>
            <Input {...control} ref={ref} onChange={(event) => setDraft(event.currentTarget.value)} />
            {children}
          </span>
        ) : (
          <TextArea {...control} rows={lines} onChange={(event) => setDraft(event.currentTarget.value)} />
        );
      }}
    </Field>
  );
}
