/** Characters of a long text that one step takes. Tests make them small, so that a border falls on every place of a text. */
export interface PieceSizes {
  /** Of a text that is parsed in one go. */
  readonly prompt: number;
  /** Taken at a time from a text that comes in pieces. */
  readonly window: number;
  /** Scanned between two pauses, also within a string. */
  readonly scan: number;
  /** Of a number or a word that are looked at first; at least those of a short number and the character after it. */
  readonly literal: number;
  /** Of a container that `JSON.parse` builds in one go. */
  readonly run: number;
}

/** A text is parsed in one go within a few milliseconds where it is full of short names; all others take half of one. */
export const pieceSizes: PieceSizes = { prompt: 16_384, window: 2 ** 19, scan: 32_768, literal: 1024, run: 16_384 };
