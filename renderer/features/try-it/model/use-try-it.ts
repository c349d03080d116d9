import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Dialect } from '../../../../server/domain/dialect/dialect.ts';
import { dialects } from '../../../../server/domain/dialect/dialects.ts';
import type { PathTable } from '../../../../server/domain/request/path-table.ts';
import { useHost } from '../../../console/use-console.ts';
import { type KnownFields, knownFields } from '../../../exchange/catalogue.ts';
import { type Piece, readPieces, writePieces } from '../../../exchange/pieces.ts';
import { type Subject, servedPaths, splitTarget, subjectOf } from '../../../exchange/subject.ts';
import { type Draft, joinTarget } from './draft.ts';
import type { TryIt } from './try-it.ts';
import type { TryItState } from './try-it-state.ts';

/** The builder shared by all parts of the view. */
export const TryItContext = createContext<TryIt | null>(null);

export function useTryIt(): TryIt {
  const tryIt = useContext(TryItContext);
  if (!tryIt) throw new Error('TryItContext is missing');
  return tryIt;
}

export function useTryItState<T>(select: (state: TryItState) => T): T {
  return useStore(useTryIt().store, select);
}

export function useDraft(): Draft {
  return useTryItState(({ draft }) => draft);
}

/** The paths that the mock serves. */
export function useServed(): PathTable {
  const collections = useHost((state) => state.collections);
  const workspace = useHost((state) => state.workspace);
  return useMemo(() => servedPaths({ collections, workspace }), [collections, workspace]);
}

export function useSubject(): Subject {
  const { target } = useDraft();
  const served = useServed();
  return useMemo(() => subjectOf(target, served), [target, served]);
}

/** The conventions of the workspace. */
export function useDialect(): Dialect {
  return dialects[useHost(({ workspace }) => workspace.settings.dialect)];
}

/** The parameters of the draft, and a function that replaces them. */
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

/** The fields of a collection; null until they are loaded. Loads them again for another collection. */
export function useFields(collection: string | null): KnownFields | null {
  const tryIt = useTryIt();
  const known = useTryItState(({ fields }) => (collection === null ? undefined : fields[collection]));
  useEffect(() => {
    if (collection !== null) void tryIt.loadFields(collection);
  }, [tryIt, collection]);
  return useMemo(() => (known ? knownFields(known) : null), [known]);
}

/**
 * The state of a form over text. While the text is the one that the form last wrote, the form stays as typed; any other
 * text is read again.
 */
export function useForm<Form>(
  text: string,
  read: (text: string) => Form,
): readonly [Form, (form: Form, text: string) => void] {
  const [written, setWritten] = useState<{ readonly text: string; readonly form: Form } | null>(null);
  const form = written?.text === text ? written.form : read(text);
  return [form, (next, nextText) => setWritten({ form: next, text: nextText })];
}
