/** Characters of a piece: copied in a fraction of a millisecond. */
const pieceCharacters = 65_536;

/**
 * A text of any length in pieces. As one string, a text of a hundred megabytes would be copied in one go as soon as one of
 * its characters is read.
 */
export class LongText {
  readonly pieces: readonly string[];
  /** Characters. */
  readonly length: number;

  constructor(pieces: readonly string[], length: number) {
    this.pieces = pieces;
    this.length = length;
  }

  /** The text as one string, whose characters are copied when the first one is read. */
  toString(): string {
    return this.pieces.reduce((text, piece) => text + piece, '');
  }
}

/** Puts a long text together from short ones. */
export class LongTextWriter {
  readonly #pieces: string[] = [];
  #piece = '';
  #before = 0;

  /** Characters written so far. */
  get length(): number {
    return this.#before + this.#piece.length;
  }

  write(text: string): void {
    this.#piece += text;
    if (this.#piece.length < pieceCharacters) return;
    this.#pieces.push(this.#piece);
    this.#before += this.#piece.length;
    this.#piece = '';
  }

  /** Everything that was written, which is complete now. */
  end(): LongText {
    const { length } = this;
    if (this.#piece !== '') this.#pieces.push(this.#piece);
    return new LongText(this.#pieces, length);
  }
}
