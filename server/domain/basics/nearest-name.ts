/** Characters of the longest word that a suggestion is sought for: comparing takes time with their square. */
const longestWord = 100;

/** Candidates that are compared: people misspell one of few names. */
const mostCompared = 4000;

/** More edits than this are no typing error. */
const maxEdits = 2;

/**
 * Returns the candidate that a misspelt word most likely means: the nearest within two slips and within a third of the
 * word's length, ignoring case, among the first {@link mostCompared} of about its length. Undefined when none is that near.
 */
export function nearestName(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > longestWord) return undefined;
  const wanted = word.toUpperCase();
  let best: string | undefined;
  let least = Math.min(maxEdits, Math.floor(word.length / 3)) + 1;
  let compared = 0;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > maxEdits) continue;
    compared += 1;
    if (compared > mostCompared) break;
    const edits = editDistance(wanted, candidate.toUpperCase());
    if (edits < least) {
      best = candidate;
      least = edits;
    }
  }
  return best;
}

/** The optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  let beforeLast = last;
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        edits = Math.min(edits, at(beforeLast, column - 2) + 1);
      }
      current.push(edits);
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}
