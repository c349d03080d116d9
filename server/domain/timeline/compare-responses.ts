import { differences } from '../json/difference.ts';
import type { Json } from '../json/json.ts';
import { formatPointer, type Pointer, valueAt } from '../json/pointer.ts';

/** A value of a response that differs from the one that was sent. */
export interface ResponseDifference {
  readonly part: 'status' | 'header' | 'body';
  /** The name of a header, or the JSON pointer (RFC 6901) into the body; null for the status and for a body that is no JSON. */
  readonly name: string | null;
  /** The value as text; null where there is none. */
  readonly sent: string | null;
  readonly replayed: string | null;
}

export interface ComparedResponse {
  readonly status: number;
  /** The value of a header, lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly body: string | null;
}

/** Headers that depend on records, rules and settings. The others belong to the connection. */
const comparedHeaders = [
  ...['Content-Type', 'ETag', 'X-Resource-Version', 'X-Total-Count', 'Location', 'Link', 'Retry-After'],
  ...['Preference-Applied', 'Allow', 'Accept-Patch'],
] as const;

/** Differences in a body that are listed, and characters of a value that are shown. */
const mostPlaces = 20;
const shownCharacters = 200;

/**
 * The differences between the response that was sent and the one that a replay gave; none if they mean the same. A
 * different status says it all. The tag of a list only has to be there, because it names a revision of the run.
 * `isWhole` is false if only the beginning of the sent body is known.
 */
export function compareResponses(
  sent: ComparedResponse,
  replayed: ComparedResponse,
  isWhole: boolean,
): readonly ResponseDifference[] {
  if (sent.status !== replayed.status) {
    return [{ part: 'status', name: null, sent: String(sent.status), replayed: String(replayed.status) }];
  }
  const headers = comparedHeaders.flatMap((name): readonly ResponseDifference[] => {
    const [before, after] = [sent.header(name.toLowerCase()) ?? null, replayed.header(name.toLowerCase()) ?? null];
    const isListTag = name === 'ETag' && sent.header('x-resource-version') === undefined;
    const isSame = isListTag ? (before === null) === (after === null) : before === after;
    return isSame ? [] : [{ part: 'header', name, sent: before, replayed: after }];
  });
  return [...headers, ...compareBodies(sent.body, replayed.body, isWhole)];
}

function compareBodies(sent: string | null, replayed: string | null, isWhole: boolean): readonly ResponseDifference[] {
  // The log holds no body as an empty one.
  if ((sent ?? '') === (replayed ?? '')) return [];
  if (!isWhole && sent !== null && replayed?.startsWith(sent)) return [];
  const [before, after] = [parsed(sent), parsed(replayed)];
  if (!isWhole || before === undefined || after === undefined) {
    return [{ part: 'body', name: null, sent: shortened(sent), replayed: shortened(replayed) }];
  }
  return Array.from(firstPlaces(before, after), (place) => ({
    part: 'body',
    name: formatPointer(place),
    sent: textAt(before, place),
    replayed: textAt(after, place),
  }));
}

function* firstPlaces(before: Json, after: Json): IterableIterator<Pointer> {
  let count = 0;
  for (const place of differences(before, after)) {
    if (count === mostPlaces) return;
    count += 1;
    yield place;
  }
}

function textAt(value: Json, place: Pointer): string | null {
  const found = valueAt(value, place);
  return found === undefined ? null : shortened(JSON.stringify(found));
}

function shortened(text: string | null): string | null {
  return text !== null && text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

function parsed(text: string | null): Json | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}
