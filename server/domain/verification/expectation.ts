import { accept, type Result, refuse } from '../basics/result.ts';
import type { Json } from '../json/json.ts';
import { count as counted } from '../json/wording.ts';

/** What a request must be like; every member that is given must match. */
export interface RequestPattern {
  readonly method?: string;
  /** Path pattern, as rules of scenarios have it: `/users/{id}` stands for any one segment, a trailing `/**` for any rest. */
  readonly path?: string;
  /** Query parameters by their decoded names: one of the values that were sent is this one; null is any value. */
  readonly query?: Readonly<Record<string, string | null>>;
  /** Header values by name, whatever its case; null is any value. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** JSON of the body. Of an object the members that are named must match; arrays must be of the same length. */
  readonly body?: Json;
  /** The session that the request names in X-Mock-Session. */
  readonly session?: string;
}

/** How many requests must match. */
export type RequestCount = { readonly exactly: number } | { readonly atLeast: number } | { readonly atMost: number };

/** What clients are expected to send. */
export interface Expectation extends RequestPattern {
  /** Unique among the expectations of its session. */
  readonly name: string;
  readonly count: RequestCount;
  /** The name of another expectation of the session: only requests count that came after it had been met. */
  readonly after?: string;
}

/** An expectation as it is declared: the name may be left to the program, and the count is at least one. */
export type DeclaredExpectation = Omit<Expectation, 'name' | 'count'> & Partial<Pick<Expectation, 'name' | 'count'>>;

/** Why an expectation cannot be declared: the member that is wrong, and a clause that says what is. */
export interface ExpectationFault {
  readonly member: 'name' | 'after';
  readonly reason: string;
}

/** Least and most numbers of requests that a count allows. */
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
 * An expectation with all its members, to stand behind those that are declared already. `after` must name one of them,
 * so that no two can wait for each other.
 */
export function completeExpectation(
  declared: DeclaredExpectation,
  before: readonly Expectation[],
): Result<Expectation, ExpectationFault> {
  const { after, count = { atLeast: 1 } } = declared;
  const names = new Set(before.filter(({ session }) => session === declared.session).map(({ name }) => name));
  if (after !== undefined && !names.has(after)) {
    return refuse({
      member: 'after',
      reason: `no expectation before this one, of the same session, is called "${after}"`,
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

function freeName({ method, path }: RequestPattern, count: RequestCount, taken: ReadonlySet<string>): string {
  const name = `${method ?? 'any method'} ${path ?? 'any path'}, ${countName(count)}`;
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  return free;
}
