import { type JsonObject, member } from '../domain/json/json.ts';
import { hasTooManyValues } from '../domain/json/limits.ts';
import { parsePointer } from '../domain/json/pointer.ts';
import { quote } from '../domain/json/wording.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { describeFault, findFaults, type SchemaFault } from '../domain/records/validate-record.ts';
import { type LineFault, type ReadCollection, type RefusedLine, refusedLine } from '../store/formats/read-records.ts';
import type { LiveWorkspace } from '../workspace/live-workspace.ts';

/** Why a record cannot be imported, its key first; empty for a valid one. */
export function faultsAgainst(
  id: string | undefined,
  value: JsonObject,
  line: number,
  { definition, places }: ReadCollection,
  existing: SharedCollection | undefined,
  lines: ReadonlyMap<string, number>,
  workspace: LiveWorkspace,
): readonly LineFault[] {
  const { key } = definition;
  const stored = id === undefined ? undefined : (existing?.fixture(id) ?? existing?.get(id));
  const reason = keyReason(id, value, stored?.value, key);
  const taken = id === undefined ? undefined : lines.get(id);
  const isTaken = taken !== undefined && taken < line;
  const wrongKey = isTaken ? `the key ${quote(id ?? '')} is taken already; see ${places} ${taken}` : reason;
  if (wrongKey === undefined) {
    const place = { id: id ?? '', value: stored?.value };
    return findFaults(definition, value, place, workspace.checkSchema).map(lineFault);
  }
  const others = hasTooManyValues(value) ? [] : workspace.checkSchema(definition, value).map(lineFault);
  return [{ member: key, reason: wrongKey }, ...others.filter((fault) => fault.member !== key)];
}

/** Why the key of a record cannot be used, as a clause. */
function keyReason(
  id: string | undefined,
  value: JsonObject,
  stored: JsonObject | undefined,
  key: string,
): string | undefined {
  if (id === undefined) return `there is no usable key ${quote(key)}`;
  const [here, there] = [member(value, key), stored && member(stored, key)];
  if (there === undefined || here === there) return undefined;
  return `the key is ${JSON.stringify(here)} here and ${JSON.stringify(there)} in the workspace`;
}

function lineFault(fault: SchemaFault): LineFault {
  const pointer = parsePointer(fault.pointer);
  const wrong = (pointer.ok ? pointer.value[0] : undefined) ?? fault.member ?? fault.missing;
  return { ...(wrong !== undefined && { member: wrong }), reason: describeFault(fault) };
}

/** Adds the faults of other members. Those of the wrong cells, listed or not, are among the added ones too. */
export function withFaults(
  { line, member: name, reason, others = [], value }: RefusedLine,
  more: readonly LineFault[],
) {
  const listed: readonly LineFault[] = [{ ...(name !== undefined && { member: name }), reason }, ...others];
  const added = more.filter((fault) => !listed.some((one) => one.member === fault.member));
  return refusedLine(line, [...listed, ...added], value);
}
