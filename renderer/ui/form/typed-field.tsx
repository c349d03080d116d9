import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import { useDraft } from '../drafts/use-draft.tsx';
import { Field, Input, type SuggestedFix, TextArea } from './field.tsx';
import { Suggestions } from './suggested-input.tsx';

/** Why a value was refused, and a button that corrects it. */
export interface Refusal {
  readonly reason: string;
  readonly fix?: SuggestedFix | undefined;
}

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

/** Unsaved text. */
interface Typed {
  readonly text: string;
  /** The saved value when typing began; null while that is to be the text that the field is saving. */
  readonly begun: string | null;
}

/**
 * A text field: Enter and blur save, Escape restores the saved value. A refused text stays with its reason. If somebody else
 * changes the value while this one is typed, neither is lost: the field shows both and asks. Unsaved text has a sign of the
 * key that saves it, and is kept as a draft under the label.
 */
export function TypedField(props: TypedFieldProps) {
  const { label, hint, placeholder, value, onCommit, lines, className, suggestions, onFocus, children, ref } = props;
  const list = useId();
  const draft = useDraft<Typed | null>(label, () => null);
  const typed = draft.value;
  const [refused, setRefused] = useState<(Refusal & { readonly text: string }) | null>(null);
  /** What is being saved: leaving the field after Enter does not save it a second time. */
  const saving = useRef<{ readonly text: string } | null>(null);
  const latest = useRef(value);
  useEffect(() => {
    if (latest.current === value) return;
    latest.current = value;
    // The field has saved a text, and this is its value now, perhaps in another layout.
    if (saving.current === null && typed?.begun === null) draft.amend((later) => later && { ...later, begun: value });
  });
  const begun = typed?.begun ?? null;
  const isOvertaken = begun !== null && value !== begun && typed?.text !== value;
  const isUnsaved = typed !== null && typed.text !== value;
  const type = (text: string) => {
    // While the field saves its own text, the value becomes that text, perhaps in another layout, before the reply comes.
    const began = typed ? typed.begun : value;
    draft.set({ text, begun: saving.current === null ? began : null });
  };
  const restore = () => {
    draft.discard();
    setRefused(null);
  };
  const commit = async (overwrites = false) => {
    if (typed === null) return restore();
    const { text } = typed;
    if (text === saving.current?.text) return;
    // While another text is being saved, the value is not as it was, and its text is a change, too.
    if (text === value && saving.current === null) return restore();
    if (isOvertaken && !overwrites) return;
    const sent = { text };
    saving.current = sent;
    const refusal = await onCommit(text);
    if (saving.current === sent) saving.current = null;
    if (refusal !== null) {
      // The saved value is still the one from which this text began, so a text typed meanwhile began there too.
      draft.amend((later) => later && { ...later, begun: typed.begun });
      return setRefused({ text, ...(typeof refusal === 'string' ? { reason: refusal } : refusal) });
    }
    setRefused(null);
    // Text typed while saving is kept. It began from what was saved, which may be still to be shown.
    const saved = latest.current === value ? null : latest.current;
    draft.saved(typed, (later) => later && { ...later, begun: saved });
  };
  const overtaken = `Changed meanwhile from ${quoted(begun ?? '')} to ${quoted(value)}. Escape takes the new value.`;
  const saveMine = { title: 'Save mine', run: () => void commit(true) };
  const fix = refused?.fix && {
    title: refused.fix.title,
    run: () => {
      refused.fix?.run();
      restore();
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const saves = lines === undefined || event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && saves) void commit();
    if (event.key === 'Escape') restore();
  };
  return (
    <Field
      label={label}
      hint={hint}
      reason={isOvertaken ? overtaken : (refused?.reason ?? null)}
      notice={<DraftNotice draft={draft} />}
      fix={isOvertaken ? saveMine : fix}
    >
      {(wiring) => {
        const control = {
          ...wiring,
          placeholder,
          className,
          value: typed?.text ?? value,
          onKeyDown,
          onFocus,
          'data-unsaved': isUnsaved || undefined,
          title: isUnsaved ? `${lines === undefined ? 'Enter' : 'Ctrl+Enter'} saves, Escape restores.` : undefined,
          // A refused text is not saved again on blur, for example when the suggested fix is clicked.
          onBlur: () => void (typed?.text !== refused?.text && commit()),
        };
        return lines === undefined ? (
          <span>
            <Input
              {...control}
              ref={ref}
              list={suggestions && list}
              onChange={(event) => type(event.currentTarget.value)}
            />
            {suggestions && <Suggestions id={list} texts={suggestions} />}
            {children}
          </span>
        ) : (
          <TextArea {...control} rows={lines} onChange={(event) => type(event.currentTarget.value)} />
        );
      }}
    </Field>
  );
}

/** Characters of a value that a sentence quotes at most. */
const quotedLength = 80;

function quoted(value: string): string {
  if (value === '') return 'nothing';
  return value.length > quotedLength ? `“${value.slice(0, quotedLength)}…”` : `“${value}”`;
}
