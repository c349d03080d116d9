const quotationMark = 0x22;
const backslash = 0x5c;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** How reading a string has gone on: `paused` after a piece of it, or its fault. */
export type StringProgress = 'ended' | 'paused' | 'endless' | 'bad-escape' | 'control-character' | 'lone-surrogate';

/** Reads a string literal of a JSON text in pieces, without building its value. */
export class JsonString {
  #text: string;
  /** Index of the opening quotation mark. */
  start: number;
  /** True for the name of a member. */
  readonly isName: boolean;
  /** Index of the next character; after the literal once it has ended. */
  at: number;
  /** Index after the first half of a surrogate pair whose second half has not come yet. It may be gone from the text. */
  #highEnd: number | undefined;

  /** `at` is an index inside the string; no character before it has a meaning. */
  constructor(text: string, start: number, isName: boolean, at: number) {
    this.#text = text;
    this.start = start;
    this.isName = isName;
    this.at = at;
  }

  /** Goes on in a text whose first `cut` characters were dropped. */
  move(cut: number, text: string): void {
    this.#text = text;
    this.start -= cut;
    this.at -= cut;
    if (this.#highEnd !== undefined) this.#highEnd -= cut;
  }

  /** Reads on until the end, or for as many `characters`; never pauses inside an escape sequence. */
  read(characters: number): StringProgress {
    const text = this.#text;
    const pause = this.at + characters;
    for (; ; this.at = plainEnd(text, this.at, pause)) {
      if (this.at >= text.length) return 'endless';
      if (this.at >= pause) return 'paused';
      const code = text.charCodeAt(this.at);
      if (code === quotationMark) break;
      if (code === backslash && isShortEscape(text.charCodeAt(this.at + 1))) {
        this.at += 2;
      } else if (code === backslash) {
        escapeSequence.lastIndex = this.at;
        const sequence = escapeSequence.exec(text)?.[0];
        if (sequence === undefined) return 'bad-escape';
        const unit = sequence.length === 2 ? 0 : Number.parseInt(sequence.slice(2), 16);
        if (!this.#take(unit, sequence.length)) return 'lone-surrogate';
      } else if (code < 0x20) {
        return 'control-character';
      } else if (!this.#take(code, 1)) {
        return 'lone-surrogate';
      }
    }
    if (this.#highEnd !== undefined) return 'lone-surrogate';
    this.at += 1;
    return 'ended';
  }

  /** Moves past a code unit that takes as many `characters`; false if it shows that half of a surrogate pair stands alone. */
  #take(unit: number, characters: number): boolean {
    const isHigh = unit >= 0xd800 && unit <= 0xdbff;
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLow ? this.#highEnd !== this.at : isHigh && this.#highEnd !== undefined) return false;
    this.at += characters;
    if (isHigh) this.#highEnd = this.at;
    else if (isLow) this.#highEnd = undefined;
    return true;
  }
}

/** The text of a valid string literal. */
export function decode(literal: string): string {
  return JSON.parse(literal);
}

/** The index of the next character with a meaning inside a string, at most `to`. Most characters of a file are skipped here. */
export function plainEnd(text: string, from: number, to: number): number {
  const end = Math.min(text.length, to);
  let at = from;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === quotationMark || code === backslash || code < 0x20 || code >= 0xd800) break;
    at++;
  }
  return at;
}

/** True for the second character of the most frequent escape sequences: those of JSON in JSON, and line breaks. */
function isShortEscape(code: number): boolean {
  return code === quotationMark || code === backslash || code === 0x6e || code === 0x72 || code === 0x74;
}
