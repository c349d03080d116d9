import { isJsonObject } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { pathKind, recordPathAt } from '../model/collection-path.ts';
import type { Settings } from '../model/settings.ts';
import { fillPath, paths } from '../request/paths.ts';
import { Compared, type DriftTarget } from './compared.ts';
import type { DriftCheck, Script } from './drift.ts';
import { compareFilters } from './filter-checks.ts';
import { compareList } from './list-checks.ts';
import { comparePages } from './page-checks.ts';
import { compareRecord, compareUser } from './record-checks.ts';
import { compareWrites } from './write-checks.ts';

export interface DriftPlan {
  readonly collections: readonly CollectionDefinition[];
  readonly settings: Settings;
  /** True: also writes, on records that are made for it and deleted afterwards. */
  readonly writes: boolean;
  /** A word that no record has. */
  readonly word: string;
  /** Receives the checks of a collection, also of one at which the comparison was cancelled. */
  readonly done: (checks: readonly DriftCheck[]) => void;
}

/** Compares the collections one after the other. */
export function* driftScript({ collections, settings, writes, word, done }: DriftPlan): Script<void> {
  for (const definition of collections) {
    const compared = new Compared(targetOf(definition), settings, word);
    try {
      yield* compareCollection(compared, writes);
    } finally {
      done(compared.findings.checks);
    }
  }
}

function* compareCollection(compared: Compared, writes: boolean): Script<void> {
  const { findings, target } = compared;
  if (target.list === null) {
    findings.unknown('list-status', 'The collection has no path of its own for lists.');
    return;
  }
  const isReadable = yield* compareList(compared);
  if (compared.plain.theirs === undefined) return;
  const isPlain = compared.records.theirs.every((record) => !isJsonObject(record.attributes ?? null));
  if (isReadable) {
    yield* comparePages(compared);
    if (isPlain) yield* compareFilters(compared);
  }
  yield* compareRecord(compared);
  if (target.definition.name === 'users') yield* compareUser(compared);
  if (writes) yield* compareWrites(compared);
}

/** The paths of a collection: its own where it has some, else those below `/api`. */
function targetOf(definition: CollectionDefinition): DriftTarget {
  const { name, paths: own = [] } = definition;
  if (own.length === 0) {
    const record = (id: string) => fillPath(paths.record, name, id);
    return { definition, list: fillPath(paths.list, name), record };
  }
  const list = own.find((path) => pathKind(path) === 'list' && !path.path.includes('{'))?.path ?? null;
  const pattern = own.find((path) => pathKind(path) === 'records' && path.path.split('{').length === 2)?.path;
  return { definition, list, record: pattern === undefined ? null : (id) => recordPathAt(pattern, id) };
}
