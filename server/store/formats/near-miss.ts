/** The known word that was probably meant: the nearest within two typing slips, or undefined. Case is no slip. */
export function nearMiss(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, slips: slips(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, slips }) => slips <= Math.min(2, candidate.length / 2))
    .sort((a, b) => a.slips - b.slips);
  return best?.candidate;
}

/** How many letters must be put in, taken out or replaced to make one word of the other. */
function slips(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column++) {
      const above = row[column] ?? 0;
      const before = next[column - 1] ?? 0;
      const diagonal = row[column - 1] ?? 0;
      next.push(Math.min(above + 1, before + 1, diagonal + (letter === to[column - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
