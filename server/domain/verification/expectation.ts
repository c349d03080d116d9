import { accept, type Result, refuse } from '../basics/result.ts';
import type { Json } from '../json/json.ts';
import { count as counted } from '../json/wording.ts';

/** A pattern of requests; every given member must match. */
export interface RequestPattern {
  readonly method?: string;
  /** A path pattern as in scenario rules: `{id}` matches one segment, a trailing `/**` any rest. */
  readonly path?: string;
  /** Query parameters by decoded name: one of the sent values must equal this one; null matches any value. */
  readonly query?: Readonly<Record<string, string | null>>;
  /** Header values by case-insensitive name; null matches any value. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The JSON body. Objects may have further members; arrays must have the same length. */
  readonly body?: Json;
  /** The value of X-Mock-Session. */
  readonly session?: string;
}

/** The number of requests that must match. */
export type RequestCount = { readonly exactly: number } | { readonly atLeast: number } | { readonly atMost: number };

/** Requests that clients are expected to send. */
export interface Expectation extends RequestPattern {
  /** Unique among the expectations of its session. */
  readonly name: string;
  readonly count: RequestCount;
  /** Name of another expectation of the session: only requests that arrive after it is met count. */
  readonly after?: string;
}

/** An expectation as declared: without a name, one is generated; without a count, it is at least one. */
export type DeclaredExpectation = Omit<Expectation, 'name' | 'count'> & Partial<Pick<Expectation, 'name' | 'count'>>;

/** The count of an expectation that is declared without one. */
export const usualCount: RequestCount = { atLeast: 1 };

/** Why an expectation is refused: the invalid member, and a clause with the reason. */
export interface ExpectationFault {
  readonly member: 'name' | 'after';
  readonly reason: string;
}

/** The range of numbers that a count allows. */
export function rangeOf(count: RequestCount): readonly [least: number, most: number] {
  if ('exactly' in count) return [count.exactly, count.exactly];
  return 'atLeast' in count ? [count.atLeast, Number.POSITIVE_INFINITY] : [0, count.atMost];
}

/** A count in words, such as "at least 2 requests". */
export function countName(count: RequestCount): string {
  if ('exactly' in count) return `exactly ${counted(count.exactly, 'request')}`;
  return 'atLeast' in count
    ? `at least ${counted(count.atLeast, 'request')}`
    : `at most ${counted(count.atMost, 'request')}`;
}

/**
 * Completes a declared expectation. Refuses a name that its session already uses, and an `after` that names none of the
 * expectations `before`, which rules out cycles.
 */
export function completeExpectation(
  declared: DeclaredExpectation,
  before: readonly Expectation[],
): Result<Expectation, ExpectationFault> {
  const { after, count = usualCount } = declared;
  const names = new Set(before.filter(({ session }) => session === declared.session).map(({ name }) => name));
  if (after !== undefined && !names.has(after)) {
    return refuse({
      member: 'after',
      reason: `no earlier expectation of the same session is called "${after}"`,
    });
  }
  if (declared.name !== undefined && names.has(declared.name)) {
    return refuse({
      member: 'name',
      reason: `another expectation of the session is already called "${declared.name}"`,
    });
  }
  return accept({ ...declared, name: declared.name ?? freeName(declared, count, names), count });
}

/** An expectation of the list by its name and session, with those that come after it; empty if there is none. */
export function withFollowing(
  expectations: readonly Expectation[],
  { name, session }: Pick<Expectation, 'name' | 'session'>,
): readonly Expectation[] {
  const names = new Set([name]);
  return expectations.filter((one) => {
    const follows = one.after !== undefined && names.has(one.after);
    if (one.session !== session || !(one.name === name || follows)) return false;
    names.add(one.name);
    return true;
  });
}

function freeName({ method, path }: RequestPattern, count: RequestCount, taken: ReadonlySet<string>): string {
  const name = `${method ?? 'any method'} ${path ?? 'any path'}, ${countName(count)}`;
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}
