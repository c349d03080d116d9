/** Raw header lines as Node hands them over: a list in which names and values alternate. */

/**
 * The value of the header with this lower-case name; several lines are joined with a comma and a space (RFC 9110, 5.3).
 * Node's own `headers` would silently keep only the first of two Host lines.
 */
export function headerValue(rawHeaders: readonly string[], name: string): string | undefined {
  let value: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate === undefined || candidate.length !== name.length || candidate.toLowerCase() !== name) continue;
    const line = rawHeaders[index + 1] ?? '';
    value = value === undefined ? line : `${value}, ${line}`;
  }
  return value;
}

/** The values by lower-case name, each as {@link headerValue} gives it. */
export function headerMap(rawHeaders: readonly string[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const line = rawHeaders[index + 1] ?? '';
    const value = values.get(name);
    values.set(name, value === undefined ? line : `${value}, ${line}`);
  }
  return values;
}

/** The lines as pairs of name and value. */
export function headerPairs(rawHeaders: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return pairs;
}

/**
 * Returns the earlier list if both are equal. Otherwise returns the later list, in which every string equal to the earlier
 * one at the same index is replaced by that string, so that memory holds it once.
 */
export function sharedLines(earlier: string[], later: string[]): string[] {
  const both = Math.min(earlier.length, later.length);
  let same = 0;
  for (let index = 0; index < both; index += 1) {
    const line = earlier[index];
    if (line === undefined || line !== later[index]) continue;
    later[index] = line;
    same += 1;
  }
  return same === earlier.length && same === later.length ? earlier : later;
}

/** True if both lists have the same names and values in the same order. */
export function hasSameLines(a: readonly string[], b: readonly string[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}
