/*
 * Expected JSON: exact, except that `...` at the end of an object or array allows further members or elements, and strings
 * may contain placeholders. A string that is a single placeholder matches any value.
 */

import { isJsonArray, isJsonObject, type Json, member } from '../../server/domain/json/json.ts';
import { type Bindings, isPlaceholder, matchText } from './template.ts';

/** Represents `...` in parsed JSON. A lone surrogate cannot occur in the corpus. */
const open = '\ud800';

/** Parses expected JSON. */
export function parseExpected(text: string): Json {
  const containers: string[] = [];
  const plain = text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\]]|\.\.\./g, (piece) => {
    if (piece === '{' || piece === '[') containers.push(piece);
    if (piece === '}' || piece === ']') containers.pop();
    if (piece !== '...') return piece;
    return containers.at(-1) === '{' ? `${JSON.stringify(open)}:null` : JSON.stringify(open);
  });
  return JSON.parse(plain);
}

/** The differences between a value and the expected JSON, as sentences. Binds new names. */
export function differences(
  expected: Json,
  found: Json | undefined,
  bindings: Bindings,
  place = '',
): readonly string[] {
  if (found !== undefined && isAsExpected(expected, found, bindings)) return [];
  if (isJsonArray(expected) && isJsonArray(found)) {
    const rest = expected.indexOf(open);
    const wanted = rest < 0 ? expected : expected.slice(0, rest);
    const length =
      rest < 0 && found.length !== wanted.length
        ? [`${place}: ${wanted.length} elements expected, found ${found.length}`]
        : [];
    return [
      ...length,
      ...wanted.flatMap((one, index) => differences(one, found[index], bindings, `${place}/${index}`)),
    ];
  }
  if (isJsonObject(expected) && isJsonObject(found)) {
    const names = Object.keys(expected).filter((name) => name !== open);
    const surplus = open in expected ? [] : Object.keys(found).filter((name) => !names.includes(name));
    return [
      ...names.flatMap((name) =>
        differences(expected[name] ?? null, member(found, name), bindings, `${place}/${name}`),
      ),
      ...surplus.map((name) => `${place}/${name}: not expected, found ${JSON.stringify(found[name])}`),
    ];
  }
  return [`${place || 'the value'}: ${show(expected)} expected, found ${JSON.stringify(found) ?? 'nothing'}`];
}

/** An expectation as it is written in the corpus. */
function show(expected: Json): string {
  return JSON.stringify(expected).replaceAll(/"\\ud800"(?::null)?/g, '...');
}

function isAsExpected(expected: Json, found: Json, bindings: Bindings): boolean {
  if (typeof expected !== 'string') return expected === found;
  if (typeof found === 'string') return matchText(expected, found, bindings);
  return isPlaceholder(expected) && matchText(expected, JSON.stringify(found), bindings);
}
