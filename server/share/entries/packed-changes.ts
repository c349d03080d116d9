import { takeInPieces, type Work } from '../../domain/basics/work.ts';
import { StoredRecord } from '../../domain/records/stored-record.ts';
import type { DecidedChange } from '../../domain/replication/replicated.ts';
import type { StagedOptions } from '../engine/commit-script.ts';
import { recordKey } from './log-entry.ts';

/** A changed record of a large change, as instances apply it. */
export interface AppliedChange {
  /** The uid of the collection. */
  readonly collection: string;
  readonly id: string;
  /** Undefined for a removed record, `fixture` for one that is its fixture. */
  readonly after: StoredRecord | 'fixture' | undefined;
  /** The fixture below it, if that changes too. */
  readonly fixture: { readonly after: StoredRecord | undefined } | undefined;
}

/** Records of a piece. */
export const mostRecords = 500;

/** Characters of a piece, about. */
const mostCharacters = 128 * 1024;

/** A large change as it is divided into pieces, and what its commit has to know. */
export interface Plan extends Omit<StagedOptions, 'id' | 'pieces'> {
  /** The places at which pieces of the records begin. */
  readonly begins: readonly number[];
  /** The keys of records that go with their collection. */
  readonly dropped: readonly string[];
}

/** True for a change that is staged in pieces. */
export function isLarge(changes: readonly DecidedChange[], dropped: readonly string[]): boolean {
  return changes.length + dropped.length > 2 * mostRecords;
}

/** Divides a change into pieces. `dropped` are the keys of records that go, `epoch` is the version below all records. */
export function* planPieces(changes: readonly DecidedChange[], dropped: readonly string[], epoch: number): Work<Plan> {
  const tops = new Map<string, { top: number; removed: number }>();
  const begins: number[] = [];
  let [lowest, isEdit, characters] = [Number.POSITIVE_INFINITY, false, 0];
  const plan = ({ collection, before, after, fixture }: DecidedChange, index: number) => {
    if (index - (begins.at(-1) ?? -mostRecords) >= mostRecords || characters > mostCharacters) {
      begins.push(index);
      characters = 0;
    }
    characters += (after?.characters ?? 0) + (fixture?.after?.characters ?? 0);
    const known = tops.get(collection.uid) ?? { top: 0, removed: 0 };
    tops.set(collection.uid, known);
    known.top = Math.max(known.top, after?.version ?? 0, fixture?.after?.version ?? 0);
    if (!after) known.removed = Math.max(known.removed, before?.version ?? 0, epoch + 1);
    if (fixture) isEdit = true;
    if (fixture?.after) lowest = Math.min(lowest, fixture.after.version);
  };
  yield* takeInPieces(changes, plan);
  const texts = Array.from(tops, ([uid, { top, removed }]) => [uid, { top: `${top}`, removed: `${removed}` }] as const);
  return {
    ...{ begins, dropped, isEdit, tops: Object.fromEntries(texts) },
    lowest: Number.isFinite(lowest) ? `${lowest}` : undefined,
  };
}

/** The lines of changes: see `stageScript`. The fixture of a record stands before it. */
export function packChanges(changes: readonly DecidedChange[]): string {
  let lines = '';
  for (const { collection, id, after, fixture, seen } of changes) {
    const key = recordKey(collection.uid, id);
    if (fixture) lines += `f${key}\t${fixture.after?.version ?? 'x'}\t${fixture.after?.text ?? ''}\n`;
    const below = fixture ? fixture.after : seen.fixture;
    // Nothing is stored of a record that was its fixture, or was not there.
    const asBelow = seen.isLayered ? '' : '~';
    if (after && after === below) lines += `${key}\t${asBelow}=\t\n`;
    else lines += `${key}\t${after ? after.version : below ? 'x' : `${asBelow}-`}\t${after?.text ?? ''}\n`;
  }
  return lines;
}

/** The lines that take away records and fixtures, unless other lines set them. */
export function packRemovals(keys: readonly string[]): string {
  return keys.map((key) => `f${key}\t-\t\n${key}\t-\t\n`).join('');
}

/** The changes of {@link packChanges}. */
export function unpackChanges(lines: string): readonly AppliedChange[] {
  const changes: AppliedChange[] = [];
  let fixture: AppliedChange['fixture'];
  for (const line of lines.split('\n')) {
    if (line === '') continue;
    const isFixture = line.startsWith('f');
    const [key = '', version = '', text = ''] = line.slice(Number(isFixture)).split('\t');
    const [collection = '', id = ''] = JSON.parse(key) as readonly string[];
    const record = text === '' ? undefined : new StoredRecord(id, JSON.parse(text), Number(version));
    if (isFixture) fixture = { after: record };
    else {
      const after = version.endsWith('=') ? (fixture ? fixture.after : 'fixture') : record;
      changes.push({ collection, id, after, fixture });
      fixture = undefined;
    }
  }
  return changes;
}
