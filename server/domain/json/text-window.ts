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

/** A position in a text, counted from 1; columns count UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** The part of a long text that is being read: as one string, the whole text would be copied in one go. */
export class TextWindow {
  /** The whole text, unless it comes in pieces. */
  text: string;
  /** Where the window begins in the whole text. */
  base = 0;
  readonly #characters: number;
  #more: Iterator<string> | undefined;
  /** Lines before the line in which the window begins, and where that line begins in the whole text. */
  #lines = 0;
  #lineStart = 0;

  /** At least so many `characters` are taken at a time from a text in pieces. */
  constructor(text: string | Iterable<string>, characters = pieceSizes.window) {
    this.#characters = characters;
    this.text = typeof text === 'string' ? text : '';
    this.#more = typeof text === 'string' ? undefined : text[Symbol.iterator]();
  }

  /** Drops the first `cut` characters and adds the next pieces; false, and without effect, at the end of the text. */
  move(cut: number): boolean {
    if (!this.#more) return false;
    const wanted = Math.max(this.#characters, this.text.length - cut);
    let added = '';
    while (added.length < wanted) {
      const { done, value } = this.#more.next();
      if (done) {
        this.#more = undefined;
        break;
      }
      added += value;
    }
    if (added === '') return false;
    [this.#lines, this.#lineStart] = this.#linesBefore(cut);
    this.text = this.text.slice(cut) + added;
    this.base += cut;
    return true;
  }

  placeOf(index: number): TextPlace {
    const [lines, start] = this.#linesBefore(index);
    return { line: lines + 1, column: this.base + index - start + 1 };
  }

  /** The number of lines before the line of an index, and where in the whole text that line begins. */
  #linesBefore(index: number): readonly [number, number] {
    let [lines, start] = [this.#lines, this.#lineStart];
    for (let at = this.text.indexOf('\n'); at !== -1 && at < index; at = this.text.indexOf('\n', at + 1)) {
      lines += 1;
      start = this.base + at + 1;
    }
    return [lines, start];
  }
}
