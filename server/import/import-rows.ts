import type { ImportRow, ImportRowKind } from '../contract/schema/import.ts';
import type { Work } from '../domain/basics/work.ts';
import { differences } from '../domain/json/difference.ts';
import { type JsonObject, jsonEqual, member } from '../domain/json/json.ts';
import { formatPointer } from '../domain/json/pointer.ts';
import { idOf } from '../domain/records/key-index.ts';
import type { RefusedLine } from '../store/formats/read-records.ts';
import type { PlannedCollection, PlannedRecord } from './import-plan.ts';

/** A page of the records of one kind, in file order, with the present records beside them. */
export function* previewRows(
  planned: PlannedCollection,
  kind: ImportRowKind,
  offset: number,
  limit: number,
): Work<{ readonly rows: readonly ImportRow[]; readonly total: number }> {
  const rows: ImportRow[] = [];
  const all = kind === 'refused' ? planned.refused : planned.records[kind];
  for (const entry of all.slice(offset, offset + limit)) {
    rows.push('id' in entry ? plannedRow(planned, entry) : refusedRow(planned, entry));
    yield;
  }
  return { rows, total: all.length };
}

function plannedRow(planned: PlannedCollection, { id, line, value }: PlannedRecord): ImportRow {
  const after = value ?? null;
  const before = presentValue(planned, id, after);
  const places = before && after ? differences(before, after) : [];
  return { line, id, before, after, differs: Array.from(places, formatPointer), faults: [], unlisted: 0 };
}

function refusedRow({ definition }: PlannedCollection, refused: RefusedLine): ImportRow {
  const { line, value = null, member: name, reason, others = [], unlisted = 0 } = refused;
  const key = value === null ? undefined : member(value, definition.key);
  const id = key === undefined ? null : (idOf(key) ?? JSON.stringify(key));
  const first = { ...(name !== undefined && { member: name }), reason };
  return { line, id, before: null, after: value, differs: [], faults: [first, ...others], unlisted };
}

/** The fixture, or the live record if that alone differs from the record of the file. */
function presentValue({ existing }: PlannedCollection, id: string, after: JsonObject | null): JsonObject | null {
  const fixture = existing?.fixture(id)?.value;
  const isLive = fixture === undefined || jsonEqual(fixture, after);
  return (isLive ? existing?.get(id)?.value : undefined) ?? fixture ?? null;
}
