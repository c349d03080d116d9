import type { Json } from '../../server/domain/json/json.ts';
import { parsePointer } from '../../server/domain/json/pointer.ts';
import { visibleLines } from '../../server/domain/json/visible-text.ts';

/** A part of a shown value; `isChanged` where the other value differs. */
export interface Part {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Characters of a value that are shown. */
const shownCharacters = 2000;
/** Characters up to which an object or array stays in one line. */
const lineCharacters = 48;

/** Both values as JSON text; in two texts, the middle that differs is marked. */
export function valueParts(
  before: Json | undefined,
  after: Json | undefined,
): readonly [readonly Part[], readonly Part[]] {
  const [old, fresh] = [textOf(before), textOf(after)];
  if (typeof before !== 'string' || typeof after !== 'string') return [whole(old), whole(fresh)];
  const [a, b] = [Array.from(old), Array.from(fresh)];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  // Both begin and end with a quote. Texts with little else in common are easier to read as a whole.
  if (head + tail - 2 < (shorter - 2) / 3) return [whole(old), whole(fresh)];
  const parts = (text: readonly string[]) =>
    [
      { text: text.slice(0, head).join(''), isChanged: false },
      { text: text.slice(head, text.length - tail).join(''), isChanged: true },
      { text: text.slice(text.length - tail).join(''), isChanged: false },
    ].filter((part) => part.text !== '');
  return [parts(a), parts(b)];
}

/** A JSON pointer (RFC 6901) as people write it: address.city, tags[1]. */
export function pathText(path: string): string {
  const pointer = parsePointer(path);
  if (!pointer.ok) return path;
  return visibleLines(
    pointer.value
      .map((token, index) => (/^\d+$/.test(token) ? `[${token}]` : index === 0 ? token : `.${token}`))
      .join(''),
  );
}

function whole(text: string): readonly Part[] {
  return text === '' ? [] : [{ text, isChanged: false }];
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return '';
  const line = JSON.stringify(value);
  const text = typeof value === 'object' && line.length > lineCharacters ? JSON.stringify(value, null, 2) : line;
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  return visibleLines(shown);
}
