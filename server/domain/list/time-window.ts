import { instantOf, parseInstant } from '../basics/instant.ts';
import { problem } from '../basics/problem.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import type { Filter, FilterNode } from '../filter/filter.ts';
import type { Json } from '../json/json.ts';
import { valueAt } from '../json/pointer.ts';
import { quote } from '../json/wording.ts';
import type { CollectionDefinition } from '../model/collection-definition.ts';
import { readInteger } from './integer-parameter.ts';

/** The limit of `Date` in milliseconds from 1970, in both directions. */
const dateReach = 8.64e15;

/** A half-open interval [from, to) in milliseconds since 1970; null leaves a side open. */
export interface TimeWindow {
  readonly from: number | null;
  readonly to: number | null;
}

function isInside({ from, to }: TimeWindow, instant: number | undefined): boolean {
  return instant !== undefined && (from === null || instant >= from) && (to === null || instant < to);
}

/** True for milliseconds since 1970 that `Date` can represent. */
export function isInstant(value: Json): value is number {
  return typeof value === 'number' && Math.abs(value) <= dateReach;
}

/** The window in words, such as "from 2024-02-01T00:00:00.000Z to before 2024-03-01T00:00:00.000Z". */
export function describeWindow(window: TimeWindow): string {
  let description = descriptions.get(window);
  if (description === undefined) {
    const { from, to } = window;
    const start = from === null ? 'from any time' : `from ${new Date(from).toISOString()}`;
    description = to === null ? `${start} on` : `${start} to before ${new Date(to).toISOString()}`;
    descriptions.set(window, description);
  }
  return description;
}

/** Equal requests share the window of their plan, and formatting dates costs more than a lookup. */
const descriptions = new WeakMap<TimeWindow, string>();

/**
 * Combines filter and window into one filter, whose first node stands for both. For lists that are not ordered by time; in
 * those that are, a window is a range of records.
 */
export function filterByWindow(filter: Filter | null, window: TimeWindow, path: readonly string[]): Filter {
  const root: FilterNode = {
    text: JSON.stringify([filter?.text ?? null, window.from, window.to]),
    parameter: null,
    children: filter ? [filter.root] : [],
    joins: null,
    test: (record) => isInside(window, instantOf(valueAt(record, path))) && (filter?.root.test(record) ?? true),
  };
  const members = filter ? filter.members && [...filter.members, ...path.slice(0, 1)] : path.slice(0, 1);
  return { text: root.text, root, nodes: [root, ...(filter?.nodes ?? [])], members };
}

/**
 * Parses `from` and `to`, Unix time in seconds, or `start_time` and `end_time`, ISO 8601. `bad-parameter` for an unusable
 * value, an end before the start, or a collection without a time member.
 */
export function parseTimeWindow(
  given: ReadonlyMap<string, string>,
  definition: CollectionDefinition,
): Result<TimeWindow> {
  const iso = given.has('start_time') || given.has('end_time');
  const [start, end] = iso ? (['start_time', 'end_time'] as const) : (['from', 'to'] as const);
  if (definition.time === null) {
    const detail = `${definition.name} cannot be read by time: its definition names no time member.`;
    const parameter = given.has(start) ? start : end;
    return refuse(problem('bad-parameter', detail, { parameter, expected: 'another pagination style' }));
  }
  const from = readBound(given, start, iso);
  if (!from.ok) return from;
  const to = readBound(given, end, iso);
  if (!to.ok) return to;
  if (from.value !== null && to.value !== null && to.value < from.value) {
    const detail = `"${end}" is before "${start}".`;
    return refuse(problem('bad-parameter', detail, { parameter: end, expected: `"${start}" or later` }));
  }
  return accept({ from: from.value, to: to.value });
}

function readBound(given: ReadonlyMap<string, string>, parameter: string, iso: boolean): Result<number | null> {
  const text = given.get(parameter);
  if (text === undefined) return accept(null);
  if (!iso) {
    const seconds = readInteger(given, parameter, {
      least: -dateReach / 1000,
      most: dateReach / 1000,
      defaultValue: 0,
    });
    return seconds.ok ? accept(seconds.value * 1000) : seconds;
  }
  const instant = parseInstant(text);
  if (instant !== undefined) return accept(instant);
  const expected = 'a date such as 2024-02-01 or a timestamp such as 2024-02-01T09:00:00Z (a plus is written %2B)';
  return refuse(problem('bad-parameter', `"${parameter}" cannot be ${quote(text)}.`, { parameter, expected }));
}
