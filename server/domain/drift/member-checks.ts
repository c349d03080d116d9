/** Compares which members records have, and of which types. */
import { finish } from '../basics/work.ts';
import { inferSchema } from '../generate/infer-schema.ts';
import { isJsonArray, isJsonObject, type Json } from '../json/json.ts';
import { quote } from '../json/wording.ts';
import type { Compared } from './compared.ts';
import type { DriftExchange } from './drift.ts';
import { both } from './message.ts';

/** The values at one place of the records. */
interface Place {
  readonly types: Set<string>;
  /** Objects that have the member. */
  count: number;
  /** Objects that could have it. */
  readonly parent: Place | null;
}

/** Members below each other, and differences, that are compared. */
const mostLevels = 5;
const mostShown = 10;

export function compareMembers(compared: Compared, exchanges: readonly DriftExchange[]): void {
  const { findings, records, target } = compared;
  if (records.ours.length === 0 || records.theirs.length === 0) {
    findings.unknown('members', 'A side has no records.', exchanges);
    return;
  }
  const places = both((side) => placesOf(records[side]));
  const found: string[] = [];
  for (const [path, theirs] of places.theirs) {
    const ours = places.ours.get(path);
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (!ours) {
      const isBelow = parent !== '' && !places.ours.has(parent);
      const isEmpty = path.endsWith('/*') && places.ours.get(parent)?.types.has('array');
      if (!isBelow && !isEmpty) found.push(`only the service has ${quote(nameOf(path))}`);
      continue;
    }
    const foreign = [...theirs.types].filter((type) => !ours.types.has(type));
    if (foreign.length > 0) {
      found.push(
        `${quote(nameOf(path))} is ${[...ours.types].join(' or ')} in the mock, ${foreign.join(' or ')} in the service`,
      );
    }
  }
  for (const [path, ours] of places.ours) {
    const parent = path.slice(0, path.lastIndexOf('/'));
    const isEverywhere = ours.count === (ours.parent?.count ?? records.ours.length);
    const hasParent = parent === '' || (places.theirs.has(parent) && !path.endsWith('/*'));
    if (isEverywhere && hasParent && !places.theirs.has(path)) found.push(`only the mock has ${quote(nameOf(path))}`);
  }
  if (found.length === 0) {
    findings.compare(
      'members',
      both(() => 'has the same members and types'),
      { exchanges },
    );
    return;
  }
  const more = found.length > mostShown ? [`${found.length - mostShown} more`] : [];
  const detail = `${[...found.slice(0, mostShown), ...more].join('; ')}.`;
  const isResource = records.theirs.some((record) => isJsonObject(record.attributes ?? null));
  const schema = isResource ? null : finish(inferSchema(records.theirs));
  findings.differ('members', detail.charAt(0).toUpperCase() + detail.slice(1), {
    exchanges,
    change: schema && { kind: 'schema', collection: target.definition.name, schema },
  });
}

function nameOf(path: string): string {
  return path.slice(1);
}

function placesOf(records: readonly Json[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const add = (path: string, value: Json, parent: Place | null, level: number) => {
    let place = places.get(path);
    if (!place) {
      place = { types: new Set(), count: 0, parent };
      places.set(path, place);
    }
    place.count += 1;
    place.types.add(typeName(value));
    if (level < mostLevels) addMembers(path, value, place, level + 1);
  };
  const addMembers = (path: string, value: Json, parent: Place | null, level: number) => {
    if (isJsonArray(value)) for (const element of value) add(`${path}/*`, element, parent, level);
    else if (isJsonObject(value))
      for (const [name, inner] of Object.entries(value)) add(`${path}/${name}`, inner, parent, level);
  };
  for (const record of records) addMembers('', record, null, 0);
  return places;
}

function typeName(value: Json): string {
  if (value === null) return 'null';
  return isJsonArray(value) ? 'array' : typeof value;
}
