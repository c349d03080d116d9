import { type JsonObject, jsonEqual } from '../json/json.ts';
import type { Exchange, RecordText } from './exchange.ts';
import { memory } from './memory.ts';

/** Versions that are remembered of a record. */
const mostVersions = 20;

/** One version of a record, as a response showed it first. */
export interface KnownVersion {
  readonly version: number;
  readonly record: RecordText;
  /** The exchange that showed it. */
  readonly request: number;
}

/** The versions of records and the tags of each URL that responses have sent to any client. */
export class RecordLedger {
  readonly #versions = memory<KnownVersion[]>();
  readonly #tags = memory<string>();

  read(exchange: Exchange): void {
    const { tag, url } = exchange;
    if (tag !== undefined) this.#tags.set(tag, urlOf(exchange));
    const current = exchange.status === 412 ? exchange.problemMember('currentEtag') : undefined;
    if (current !== undefined) this.#tags.set(current, url);
    const { record, version } = exchange;
    if (!record || version === undefined) return;
    const versions = this.#versions.get(exchange.resource) ?? [];
    // Most responses show the latest version.
    if (versions.findLast((known) => known.version === version)) return;
    versions.push({ version, record, request: exchange.id });
    if (versions.length > mostVersions) versions.shift();
    this.#versions.set(exchange.resource, versions);
  }

  version(exchange: Exchange, version: number): KnownVersion | undefined {
    return this.#versions.get(exchange.resource)?.find((known) => known.version === version);
  }

  /** The URL for which a tag was issued last; undefined for a tag that no response carried. */
  issuedFor(tag: string): string | undefined {
    return this.#tags.get(tag);
  }
}

/** A 201 issues its tag for the URL in Location (RFC 9110, section 8.8.3). */
function urlOf({ status, url, recorded }: Exchange): string {
  return (status === 201 ? recorded.responseHeader('location') : undefined) ?? url;
}

/** Members in which the write `after` undid what `hidden` had changed since `seen`. */
export function lostMembers(seen: JsonObject, hidden: JsonObject, after: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(seen), ...Object.keys(hidden)]);
  return [...names].filter((name) => !jsonEqual(seen[name], hidden[name]) && !jsonEqual(hidden[name], after[name]));
}
