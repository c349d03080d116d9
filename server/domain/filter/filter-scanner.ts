const word = /[^\s()[\]"]+/y;
const text = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;

/** Reads the text of `filter=` from left to right, piece by piece; white space between pieces is skipped. */
export class FilterScanner {
  readonly #source: string;
  #position = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Skips white space and gives the position of the next piece, counted from 0. */
  next(): number {
    while (/\s/.test(this.#source.charAt(this.#position))) this.#position += 1;
    return this.#position;
  }

  isAtEnd(): boolean {
    return this.next() === this.#source.length;
  }

  /** The rest of the filter from a position on. */
  rest(position: number): string {
    return this.#source.slice(position);
  }

  /** Takes a bracket if it is next. */
  takeSymbol(symbol: string): boolean {
    if (this.#source.charAt(this.next()) !== symbol) return false;
    this.#position += symbol.length;
    return true;
  }

  /** Takes a keyword, in any case, if it is next and stands apart from a text before it. */
  takeKeyword(keyword: string): boolean {
    const start = this.next();
    if (this.#source.charAt(start - 1) !== '"' && this.takeWord()?.toLowerCase() === keyword) return true;
    this.#position = start;
    return false;
  }

  /** Takes everything up to white space, a bracket or a quotation mark, if there is anything. */
  takeWord(): string | undefined {
    return this.#take(word);
  }

  /** Takes a JSON string if it is next, and gives what it says. */
  takeText(): string | undefined {
    const start = this.next();
    try {
      const value: unknown = JSON.parse(this.#take(text) ?? 'null');
      if (typeof value === 'string') return value;
    } catch {
      // A text with an escape or a character that JSON does not have: it is not taken.
    }
    this.#position = start;
    return undefined;
  }

  #take(piece: RegExp): string | undefined {
    piece.lastIndex = this.next();
    const taken = piece.exec(this.#source)?.[0];
    this.#position += taken?.length ?? 0;
    return taken;
  }
}
