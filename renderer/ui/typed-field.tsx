import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Field, Input, TextArea } from './field.tsx';

interface TypedFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string | undefined;
  /** The value now, as text. */
  readonly value: string;
  /** Saves what was typed, or says why it cannot be. */
  readonly onCommit: (text: string) => Promise<string | null>;
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
  const [reason, setReason] = useState<string | null>(null);
  const giveBack = () => {
    setDraft(null);
    setReason(null);
  };
  const commit = async () => {
    if (draft === null || draft === value) return giveBack();
    const refusal = await onCommit(draft);
    setReason(refusal);
    // What was typed meanwhile is kept.
    if (refusal === null) setDraft((now) => (now === draft ? null : now));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = lines === undefined || event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && saves) void commit();
    if (event.key === 'Escape') giveBack();
  };
  return (
    <Field label={label} hint={hint} reason={reason}>
      {(wiring) => {
        const control = {
          ...wiring,
          placeholder,
          className,
          value: draft ?? value,
          onKeyDown,
          onBlur: () => void commit(),
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
