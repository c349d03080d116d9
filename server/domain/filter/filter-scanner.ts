const word = /[^\s()[\]"]+/y;
const text = /"[^"\\]*(?:\\.[^"\\]*)*"/sy;

/** Splits the text of `filter=` into tokens from left to right and skips the white space between them. */
export class FilterScanner {
  readonly #source: string;
  #position = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Skips white space and returns the position of the next token, counted from 0. */
  next(): number {
    while (/\s/.test(this.#source.charAt(this.#position))) this.#position += 1;
    return this.#position;
  }

  isAtEnd(): boolean {
    return this.next() === this.#source.length;
  }

  /** The rest of the filter from a position. */
  rest(position: number): string {
    return this.#source.slice(position);
  }

  /** Consumes a bracket if it is next. */
  takeSymbol(symbol: string): boolean {
    if (this.#source.charAt(this.next()) !== symbol) return false;
    this.#position += symbol.length;
    return true;
  }

  /** Consumes a keyword, ignoring case, if it is next and does not directly follow a quotation mark. */
  takeKeyword(keyword: string): boolean {
    const start = this.next();
    if (this.#source.charAt(start - 1) !== '"' && this.takeWord()?.toLowerCase() === keyword) return true;
    this.#position = start;
    return false;
  }

  /** Consumes the characters up to white space, a bracket or a quotation mark; undefined if there are none. */
  takeWord(): string | undefined {
    return this.#take(word);
  }

  /** Consumes a JSON string and returns its value; undefined if no JSON string is next. */
  takeText(): string | undefined {
    const start = this.next();
    try {
      const value: unknown = JSON.parse(this.#take(text) ?? 'null');
      if (typeof value === 'string') return value;
    } catch {
      // Not a valid JSON string: it is not consumed.
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
