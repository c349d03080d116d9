import { pluralOf, singularOf } from '../basics/inflection.ts';
import { type Problem, problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { mapInPieces, takeInPieces, type Work } from '../basics/work.ts';
import { type Json, type JsonObject, member } from '../json/json.ts';
import type { Collection } from '../records/collection.ts';
import { StoredRecord } from '../records/stored-record.ts';
import { parseQueryString } from '../request/query-string.ts';
import { Sort } from '../sort/sort.ts';
import { orderedRecords } from '../views/collection-views.ts';
import type { Exchange } from './exchange.ts';

/** Records to include in those of a response, as the member `name`. */
interface Relation {
  readonly kind: 'children' | 'parent';
  readonly name: string;
  readonly collection: Collection | undefined;
  /** The member with the key of the other record: of the children, or of the record that has a parent. */
  readonly foreignKey: string;
}

export type Relations = readonly Relation[];

/** Relations that one request may name: each reads every record of its collection. */
const mostRelations = 8;

/**
 * The relations that a request asks for, with `_embed` and `_expand` in the dialects of json-server. A record of `posts` has
 * the children in `comments` whose `postId` is its key, and such a comment has the parent `post`. A relation that is named
 * twice counts once. Undefined for none; refused with `bad-parameter` beyond {@link mostRelations}.
 */
export function relationsOf(
  { dialect, request, context }: Exchange,
  of: Collection,
): Result<Relations | undefined, Problem> {
  if (dialect.references === 'none' || request.query === '') return accept(undefined);
  const parsed = parseQueryString(request.query);
  const { children, parents } = dialect.parameters;
  const relations = (parsed.ok ? parsed.value : []).flatMap(({ name, value }): Relation | readonly [] => {
    if (value === '' || (name !== children && name !== parents)) return [];
    // In json-server 1 one parameter names both, and the number of the noun decides.
    const isParent = children === parents ? singularOf(value) === value : name === parents;
    if (isParent) {
      const collection = context.collections.get(pluralOf(value));
      return collection ? { kind: 'parent', name: value, collection, foreignKey: `${value}Id` } : [];
    }
    const collection = context.collections.get(value);
    if (!collection && dialect.references === 'equal') return [];
    return { kind: 'children', name: value, collection, foreignKey: `${singularOf(of.definition.name)}Id` };
  });
  const distinct = [...new Map(relations.map((one) => [`${one.kind} ${one.name}`, one])).values()];
  if (distinct.length > mostRelations) {
    const detail = `A request may include at most ${mostRelations} relations; this one names ${distinct.length}.`;
    return refuse(problem('bad-parameter', detail, { parameter: children ?? parents ?? null, limit: mostRelations }));
  }
  return accept(distinct.length === 0 ? undefined : distinct);
}

/** The records with the members of their relations. */
export function* withRelations(
  exchange: Exchange,
  { definition: { key } }: Collection,
  relations: Relations,
  records: readonly StoredRecord[],
): Work<readonly StoredRecord[]> {
  const values = yield* mapInPieces(records, ({ value }): { [name: string]: Json } => ({ ...value }));
  for (const relation of relations) {
    if (relation.kind === 'parent') yield* addParents(exchange, relation, values);
    else yield* addChildren(exchange, relation, key, values);
  }
  let place = 0;
  return yield* mapInPieces(records, ({ id, version }) => new StoredRecord(id, values[place++] ?? {}, version));
}

function* addParents(
  exchange: Exchange,
  { name, collection, foreignKey }: Relation,
  values: readonly { [name: string]: Json }[],
): Work<void> {
  if (!collection) return;
  yield* mapInPieces(values, (value) => {
    const reference = member(value, foreignKey);
    const stored = reference === undefined ? undefined : collection.get(String(reference));
    const parent = stored && exchange.shownRecord(collection, stored).value;
    const isSame =
      exchange.dialect.references === 'same-text' || member(parent ?? {}, collection.definition.key) === reference;
    if (parent && isSame) value[name] = parent;
    else delete value[name];
  });
}

function* addChildren(
  exchange: Exchange,
  { name, collection, foreignKey }: Relation,
  key: string,
  values: readonly { [name: string]: Json }[],
): Work<void> {
  const groups = new Map<Json, JsonObject[]>();
  yield* mapInPieces(values, (value) => groups.set(value[key] ?? null, []));
  if (collection) {
    const order = yield* orderedRecords(collection, null, new Sort([], false), exchange.overlay(collection));
    yield* takeInPieces(yield* order.slice(0, order.total), ({ value }) =>
      groups.get(member(value, foreignKey) ?? Number.NaN)?.push(value),
    );
  }
  yield* mapInPieces(values, (value) => {
    value[name] = groups.get(value[key] ?? null) ?? [];
  });
}
