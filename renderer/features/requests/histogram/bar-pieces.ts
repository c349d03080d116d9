import { countAt, highestOf, type LogTally, type StatusClass, statusClasses } from './tally.ts';

/** Pixels of the smallest piece, so that one failed request among thousands is seen. */
export const leastPiece = 2;

/** The part of a bar that stands for the requests of one class; in pixels, `top` from the top of the picture. */
export interface BarPiece {
  readonly interval: number;
  readonly name: StatusClass;
  readonly top: number;
  readonly tall: number;
}

/**
 * The pieces of all bars, in a picture of that height. The height of a bar grows with the square root of its requests, so that
 * beside a burst of a thousand, ten requests still make a bar of a tenth of the height. Its classes lie above each other, and
 * share the height in proportion, apart from {@link leastPiece}.
 */
export function barPieces(tally: LogTally, height: number): readonly BarPiece[] {
  const highest = highestOf(tally);
  const pieces: BarPiece[] = [];
  for (let interval = 0; interval < tally.intervals; interval++) {
    const all = countAt(tally, interval);
    const present = statusClasses.filter((name) => tally.counts[name][interval]);
    const shared = Math.max(0, Math.sqrt(all / highest) * height - present.length * leastPiece);
    let top = height;
    for (const name of present) {
      const tall = leastPiece + ((tally.counts[name][interval] ?? 0) / all) * shared;
      top -= tall;
      pieces.push({ interval, name, top, tall });
    }
  }
  return pieces;
}
