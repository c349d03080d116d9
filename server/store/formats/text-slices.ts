/** Characters that are put together before they are handed on: about a millisecond of work. */
const sliceLength = 131_072;

/**
 * Joins small pieces of text to slices, each made when it is asked for: whoever writes them one after the other never
 * holds up anything else for long.
 */
export function* inSlices(pieces: Iterable<string>): Generator<string> {
  let slice = '';
  for (const piece of pieces) {
    slice += piece;
    if (slice.length < sliceLength) continue;
    yield slice;
    slice = '';
  }
  if (slice !== '') yield slice;
}

/** The elements of an array, one a line, and the line breaks around them. */
export function* onLines(elements: Iterable<{ readonly text: string }>, indent: string): Generator<string> {
  let separator = `\n${indent}  `;
  let end = '';
  for (const { text } of elements) {
    yield separator + text;
    separator = `,\n${indent}  `;
    end = `\n${indent}`;
  }
  yield end;
}
