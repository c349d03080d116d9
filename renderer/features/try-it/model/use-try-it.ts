import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { type KnownFields, knownFields } from '../../../exchange/catalogue.ts';
import { type Piece, readPieces, writePieces } from '../../../exchange/pieces.ts';
import { type Draft, joinTarget, type Subject, splitTarget, subjectOf } from './draft.ts';
import type { TryIt, TryItState } from './try-it.ts';

/** The one builder that every part of the view shows. */
export const TryItContext = createContext<TryIt | null>(null);

export function useTryIt(): TryIt {
  const tryIt = useContext(TryItContext);
  if (!tryIt) throw new Error('A part of the builder stands outside of TryItContext');
  return tryIt;
}

export function useTryItState<T>(select: (state: TryItState) => T): T {
  return useStore(useTryIt().store, select);
}

export function useDraft(): Draft {
  return useTryItState(({ draft }) => draft);
}

export function useSubject(): Subject {
  const { target } = useDraft();
  return useMemo(() => subjectOf(target), [target]);
}

/** The parameters of the draft, and the way to put others in their place. */
export function usePieces(): readonly [pieces: readonly Piece[], write: (pieces: readonly Piece[]) => void] {
  const tryIt = useTryIt();
  const { target } = useDraft();
  const pieces = useMemo(() => readPieces(splitTarget(target).query), [target]);
  const write = (next: readonly Piece[]) => {
    const { path } = splitTarget(tryIt.state.draft.target);
    tryIt.edit({ target: joinTarget({ path, query: writePieces(next) }) });
  };
  return [pieces, write];
}

/** The fields of a collection; null until they are known. Asked for again whenever another collection is chosen. */
export function useFields(collection: string | null): KnownFields | null {
  const tryIt = useTryIt();
  const known = useTryItState(({ fields }) => (collection === null ? undefined : fields[collection]));
  useEffect(() => {
    if (collection !== null) void tryIt.loadFields(collection);
  }, [tryIt, collection]);
  return useMemo(() => (known ? knownFields(known) : null), [known]);
}

/**
 * A form over text. As long as the text is what the form was last written as, the form is kept as it was typed; another
 * text is read anew.
 */
export function useForm<Form>(
  text: string,
  read: (text: string) => Form,
): readonly [Form, (form: Form, text: string) => void] {
  const [held, setHeld] = useState<{ readonly text: string; readonly form: Form } | null>(null);
  const form = held?.text === text ? held.form : read(text);
  return [form, (next, written) => setHeld({ form: next, text: written })];
}
