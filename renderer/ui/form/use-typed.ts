import { useLayoutEffect, useRef, useState } from 'react';
import { isSame } from '../drafts/drafts.ts';
import { type Draft, useDraft } from '../drafts/use-draft.tsx';
import type { SuggestedFix } from './field.tsx';

/** Why a value was refused, and a button that corrects it. */
export interface Refusal {
  readonly reason: string;
  readonly fix?: SuggestedFix | undefined;
}

/** Unsaved input. */
interface Typed<Value, Input> {
  readonly input: Input;
  /** The saved value when typing began; null while that is to be what the field is saving. */
  readonly begun: Value | null;
}

interface TypedProps<Value, Input> {
  /** The input is kept as a draft under it. */
  readonly label: string;
  /** The saved value. */
  readonly value: Value;
  /** What is saved of an input. */
  readonly sentOf: (input: Input) => Value;
  /** The input that stays once the value is saved that an input gives, if there is any. */
  readonly restOf?: (input: Input, sent: Value) => Input | null;
  /** Saves a value; resolves to the reason if it is refused. */
  readonly onCommit: (value: Value) => Promise<Refusal | string | null>;
  /** A value in a sentence. */
  readonly quoted: (value: Value) => string;
}

/** The unsaved input of a field that saves when it is left. */
interface TypedInput<Input> {
  readonly draft: Pick<Draft<unknown>, 'isRestored' | 'discard'>;
  /** Null if there is none. */
  readonly input: Input | null;
  /** Why the input is not saved, and what can be done. */
  readonly refusal: Refusal | null;
  readonly type: (input: Input) => void;
  /** Returns to the saved value. */
  readonly restore: () => void;
  readonly commit: () => void;
  /** Commits as the field is left. A refused input is not saved again, for example when the suggested fix is clicked. */
  readonly leave: () => void;
  /** Saves an input at once. */
  readonly save: (input: Input) => void;
}

/**
 * What is typed into a field until it is saved. A refused input stays with its reason. If somebody else changes the value while
 * this one is typed, neither is lost: the refusal tells both and asks.
 */
export function useTyped<Value, Input>(props: TypedProps<Value, Input>): TypedInput<Input> {
  const { label, value, sentOf, restOf = () => null, onCommit, quoted } = props;
  const draft = useDraft<Typed<Value, Input> | null>(`input of ${label}`, () => null);
  const [refused, setRefused] = useState<(Refusal & { readonly input: Input }) | null>(null);
  /** What is being saved: leaving the field after Enter does not save it a second time. */
  const saving = useRef<{ readonly sent: Value } | null>(null);
  const latest = useRef(value);
  useLayoutEffect(() => {
    if (isSame(latest.current, value)) return;
    latest.current = value;
    // The field has saved an input, and this is its value now, perhaps in another layout.
    const isAwaited = saving.current === null && draft.value?.begun === null;
    if (isAwaited && draft.value) draft.set({ ...draft.value, begun: value });
  });
  const isOvertaken = (typed: Typed<Value, Input>) =>
    typed.begun !== null && !isSame(value, typed.begun) && !isSame(sentOf(typed.input), value);
  const type = (input: Input) => {
    // While the field saves its own input, the value becomes that input, perhaps in another layout, before the reply comes.
    const began = draft.value ? draft.value.begun : value;
    const typed = { input, begun: saving.current === null ? began : null };
    draft.set(typed);
    return typed;
  };
  const restore = () => {
    draft.discard();
    setRefused(null);
  };
  const commit = async (typed: Typed<Value, Input> | null, overwrites = false) => {
    if (typed === null) return restore();
    const { input } = typed;
    const sent = sentOf(input);
    const rest = restOf(input, sent);
    if (saving.current !== null && isSame(sent, saving.current.sent)) return;
    // While another input is being saved, the value is not as it was, and to go back to it is a change, too.
    if (saving.current === null && isSame(sent, value)) return rest === null ? restore() : undefined;
    if (isOvertaken(typed) && !overwrites) return;
    const own = { sent };
    saving.current = own;
    const refusal = await onCommit(sent);
    if (saving.current === own) saving.current = null;
    if (refusal !== null) {
      // The saved value is still the one from which this input began, so what was typed meanwhile began there too.
      draft.amend((later) => later && { ...later, begun: typed.begun });
      return setRefused({ input, ...(typeof refusal === 'string' ? { reason: refusal } : refusal) });
    }
    setRefused(null);
    // Input typed while saving is kept. It began from what was saved, which may be still to be shown.
    const saved = isSame(latest.current, value) ? null : latest.current;
    const isDone = draft.saved(typed, (later) => later && { ...later, begun: saved });
    if (isDone && rest !== null) draft.set({ input: rest, begun: saved });
  };
  const typed = draft.value;
  const fix = refused?.fix && {
    title: refused.fix.title,
    run: () => {
      refused.fix?.run();
      restore();
    },
  };
  return {
    draft,
    input: typed?.input ?? null,
    refusal:
      typed && isOvertaken(typed)
        ? {
            reason: `Changed meanwhile from ${quoted(typed.begun ?? value)} to ${quoted(value)}. Escape takes the new value.`,
            fix: { title: 'Save mine', run: () => void commit(typed, true) },
          }
        : refused && { reason: refused.reason, fix },
    type: (input) => void type(input),
    restore,
    commit: () => void commit(typed),
    leave: () => void (isSame(typed?.input, refused?.input) || commit(typed)),
    save: (input) => void commit(type(input)),
  };
}

/** Characters of a value that a sentence quotes at most. */
const quotedLength = 80;

export function quoted(value: string): string {
  if (value === '') return 'nothing';
  return value.length > quotedLength ? `“${value.slice(0, quotedLength)}…”` : `“${value}”`;
}
