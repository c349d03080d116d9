import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import { Field, Input, TextArea } from './field.tsx';
import { Suggestions } from './suggested-input.tsx';
import { quoted, type Refusal, useTyped } from './use-typed.ts';

interface TypedFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly placeholder?: string | undefined;
  /** The saved value, as text. */
  readonly value: string;
  /** Saves a text; resolves to the reason if it is refused. */
  readonly onCommit: (text: string) => Promise<Refusal | string | null>;
  /** Height of a multi-line field, where Ctrl+Enter saves instead of Enter. */
  readonly lines?: number;
  readonly className?: string | undefined;
  /** Known texts to choose from; any other one can be typed. */
  readonly suggestions?: readonly string[];
  readonly onFocus?: () => void;
  /** Content after the field, such as a unit. */
  readonly children?: ReactNode;
  readonly ref?: React.Ref<HTMLInputElement>;
}

/**
 * A text field: Enter and blur save, Escape restores the saved value. A refused text stays with its reason. If somebody else
 * changes the value while this one is typed, neither is lost: the field shows both and asks. Unsaved text has a sign of the
 * key that saves it, and is kept as a draft under the label.
 */
export function TypedField(props: TypedFieldProps) {
  const { label, hint, placeholder, value, onCommit, lines, className, suggestions, onFocus, children, ref } = props;
  const list = useId();
  const typed = useTyped({ label, value, sentOf: (text: string) => text, onCommit, quoted });
  const { draft, input: text, refusal, restore } = typed;
  const isUnsaved = text !== null && text !== value;
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = lines === undefined || event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && saves) typed.commit();
    if (event.key === 'Escape') restore();
  };
  return (
    <Field
      label={label}
      hint={hint}
      reason={refusal?.reason ?? null}
      notice={<DraftNotice draft={draft} />}
      fix={refusal?.fix}
    >
      {(wiring) => {
        const control = {
          ...wiring,
          placeholder,
          className,
          value: text ?? value,
          onKeyDown,
          onFocus,
          'data-unsaved': isUnsaved || undefined,
          title: isUnsaved ? `${lines === undefined ? 'Enter' : 'Ctrl+Enter'} saves, Escape restores.` : undefined,
          onBlur: typed.leave,
        };
        return lines === undefined ? (
          <span>
            <Input
              {...control}
              ref={ref}
              list={suggestions && list}
              onChange={(event) => typed.type(event.currentTarget.value)}
            />
            {suggestions && <Suggestions id={list} texts={suggestions} />}
            {children}
          </span>
        ) : (
          <TextArea {...control} rows={lines} onChange={(event) => typed.type(event.currentTarget.value)} />
        );
      }}
    </Field>
  );
}
