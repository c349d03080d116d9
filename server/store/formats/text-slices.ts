/** Characters of a slice: about a millisecond of work. */
const sliceLength = 131_072;

/** Joins small pieces of text into slices, made on demand, so that writing them never blocks the event loop for long. */
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

/** The elements of an array with a line for each, including the line breaks around them. */
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
