import type { Dialect } from '../dialect/dialect.ts';
import { dialects } from '../dialect/dialects.ts';
import type { JsonObject } from '../json/json.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import type { Settings } from '../model/settings.ts';
import type { Both, DriftExchange, Script, Side } from './drift.ts';
import { Findings } from './findings.ts';
import { both, idIn, idsIn, type Listing, listing, type Refusal, refusalOf, withQuery } from './message.ts';

/** A collection with its paths at both sides. */
export interface DriftTarget {
  readonly definition: CollectionDefinition;
  /** Null for a collection without a path of its own for lists. */
  readonly list: string | null;
  /** The path of a record by its id; null without one. */
  readonly record: ((id: string) => string) | null;
}

/** The reaction of a side to parameters that a check does not expect. Checks decide by these texts, so they have types. */
export type Unjudged = Refusal | 'sends no list' | 'ignores it' | 'returns other records';

/** The comparison of one collection: what is known of both sides, and the findings. */
export class Compared {
  readonly target: DriftTarget;
  readonly settings: Settings;
  readonly dialect: Dialect;
  /** A word that no record has. */
  readonly word: string;
  readonly findings: Findings;
  /** The exchanges of lists. */
  readonly lists: DriftExchange[] = [];
  /** The list without parameters. */
  plain: Both<Listing | undefined> = { ours: undefined, theirs: undefined };
  /** The records of the largest list that each side gave. */
  records: Both<readonly JsonObject[]> = { ours: [], theirs: [] };
  /** True for a side of which {@link records} are all. */
  isWhole: Both<boolean> = { ours: false, theirs: false };

  constructor(target: DriftTarget, settings: Settings, word: string) {
    this.target = target;
    this.settings = settings;
    this.dialect = dialects[settings.dialect];
    this.word = word;
    this.findings = new Findings(target.definition.name);
  }

  get key(): string {
    return this.target.definition.key;
  }

  idOf(record: JsonObject): string | undefined {
    return idIn(record, this.key);
  }

  ids(records: readonly JsonObject[]): string {
    return idsIn(records, this.key);
  }

  /** Reads the list with parameters, which may differ for the sides. */
  *list(
    parameters: Readonly<Record<string, string | number>> | Both<Record<string, string | number>>,
  ): Script<DriftExchange> {
    const of = (side: Side) =>
      'ours' in parameters && typeof parameters.ours === 'object'
        ? (parameters as Both<Record<string, string | number>>)[side]
        : (parameters as Record<string, string | number>);
    const path = this.target.list ?? '';
    const targetOf = (side: Side) => (Object.keys(of(side)).length === 0 ? path : withQuery(path, of(side)));
    const exchange = yield both((side) => ({ method: 'GET', target: targetOf(side), headers: [], body: null }));
    this.lists.push(exchange);
    return exchange;
  }

  /**
   * What a side does with parameters, as the end of a sentence: an error, or what `judge` says of its records, or else
   * whether they are those of the list without parameters.
   */
  does<Judged extends string = never>(
    exchange: DriftExchange,
    side: Side,
    judge: (records: readonly JsonObject[]) => Judged | undefined,
  ): Judged | Unjudged | undefined {
    const response = exchange.response[side];
    if (response === null) return undefined;
    const found = listing(exchange, side);
    if (!found) return response.status < 300 ? 'sends no list' : refusalOf(response);
    const judged = judge(found.records);
    if (judged !== undefined) return judged;
    return this.ids(found.records) === this.ids(this.plain[side]?.records ?? [])
      ? 'ignores it'
      : 'returns other records';
  }
}

/** The parameters that ask for pages of a size; undefined if the dialect has none. */
export function sizeParameters({ parameters }: Dialect, size: number): Record<string, number> | undefined {
  const { limit, page, per_page: perPage } = parameters;
  if (limit !== undefined) return { [limit]: size };
  return page !== undefined && perPage !== undefined ? { [page]: 1, [perPage]: size } : undefined;
}
