import { accept, type Result, refuse } from '../basics/result.ts';
import type { Work } from '../basics/work.ts';
import { isExactNumber } from './exact-number.ts';
import type { JsonLimits } from './limits.ts';
import { formatPointer } from './pointer.ts';
import type { OpenContainer, ScanObserver } from './scan-observer.ts';
import { excerpt, quote } from './wording.ts';

/** Why a text is refused as JSON. */
export interface JsonFault {
  readonly kind: 'syntax' | 'too-deep' | 'too-many-values' | 'duplicate-name' | 'lone-surrogate' | 'inexact-number';
  /** A sentence that begins with the line and column. */
  readonly detail: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** JSON pointer (RFC 6901) of the value that was being read. */
  readonly pointer: string;
}

/** A fault at the position. */
interface Stop {
  readonly kind: JsonFault['kind'];
  readonly detail: string;
}

const quotationMark = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const exponent = 0x65;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The length of an integer that a double always holds exactly. */
const safeDigits = 15;

const numberLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** Characters to scan between two pauses: well under a millisecond. */
const pieceCharacters = 32_768;

/**
 * Scans a JSON text (RFC 8259) once, without building values. Each reading method moves the position behind the token and
 * returns undefined, or stops at a fault and returns it. Open containers stand in a list, so that the scan can pause.
 */
export class JsonScanner {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #maxValues: number;
  readonly #maxMembers: number;
  readonly #compareNames: boolean;
  readonly #observer: ScanObserver | undefined;
  readonly #containers: OpenContainer[] = [];
  #at = 0;
  #members = 0;
  #values = 0;

  /** With `compareNames`, an object with two members of the same name is refused. */
  constructor(
    text: string,
    { maxDepth, maxValues, maxMembers }: JsonLimits,
    compareNames: boolean,
    observer?: ScanObserver,
  ) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#maxValues = maxValues ?? Number.POSITIVE_INFINITY;
    this.#maxMembers = maxMembers ?? Number.POSITIVE_INFINITY;
    this.#compareNames = compareNames;
    this.#observer = observer;
  }

  /** Reads the whole text and returns the total number of members of all its objects. Pauses every few thousand characters. */
  *scan(): Work<Result<number, JsonFault>> {
    let stop: Stop | undefined;
    let pause = pieceCharacters;
    do {
      stop = this.#value() ?? this.#afterValue();
      if (this.#at < pause) continue;
      pause = this.#at + pieceCharacters;
      yield;
    } while (stop === undefined && this.#containers.length > 0);
    if (stop === undefined && this.#next() !== undefined) stop = this.#expected('the end of the text');
    if (!stop) return accept(this.#members);
    const line = this.#text.slice(0, this.#at).split('\n').length;
    const column = this.#at - this.#text.lastIndexOf('\n', this.#at - 1);
    const detail = `Line ${line}, column ${column}: ${stop.detail}`;
    return refuse({ kind: stop.kind, detail, line, column, pointer: formatPointer(this.#place()) });
  }

  /** The path of the value being read. */
  #place(): readonly string[] {
    const inside = this.#containers.filter(({ isInside }) => isInside);
    return inside.map(({ isObject, name, index }) => (isObject ? decode(name) : String(index)));
  }

  /** Reads values until one is no container with content: the first value, its first element, and so on. */
  #value(): Stop | undefined {
    for (;;) {
      const code = this.#next();
      this.#values++;
      if (this.#values > this.#maxValues)
        return stop('too-many-values', `there are more than ${this.#maxValues} values.`);
      if (code === quotationMark) return this.#string();
      if (code !== openBrace && code !== openBracket) return this.#numberOrWord();
      if (this.#containers.length === this.#maxDepth)
        return stop('too-deep', `the text is nested deeper than ${this.#maxDepth} levels.`);
      const container = this.#open(code === openBrace);
      if (this.#next() === (container.isObject ? closeBrace : closeBracket)) return this.#close(container);
      const fault = this.#child(container);
      if (fault) return fault;
    }
  }

  #open(isObject: boolean): OpenContainer {
    const container: OpenContainer = {
      isObject,
      start: this.#at,
      membersBefore: this.#members,
      index: 0,
      name: '',
      childStart: 0,
      isInside: false,
      names: isObject && this.#compareNames ? new Set() : undefined,
    };
    this.#at++;
    this.#containers.push(container);
    this.#observer?.opened(container);
    return container;
  }

  #close(container: OpenContainer): undefined {
    this.#observer?.closed(container);
    this.#at++;
    this.#containers.pop();
  }

  /** Moves to the value of a container's next element or member. */
  #child(container: OpenContainer): Stop | undefined {
    const code = this.#next();
    container.childStart = this.#at;
    if (container.isObject) {
      if (code !== quotationMark) return this.#expected('a member name in double quotes');
      const fault = this.#string();
      if (fault) return fault;
      container.name = this.#text.slice(container.childStart, this.#at);
      const name = container.names && decode(container.name);
      if (name !== undefined && container.names?.has(name)) {
        this.#at = container.childStart;
        return stop('duplicate-name', `the object has a member ${quote(name)} already.`);
      }
      if (name !== undefined) container.names?.add(name);
      if (this.#next() !== colon) return this.#expected('":"');
      this.#at++;
    }
    container.isInside = true;
    return undefined;
  }

  /** Closes the containers that end behind a value and moves to the next value, if there is one. */
  #afterValue(): Stop | undefined {
    for (;;) {
      const container = this.#containers.at(-1);
      if (!container) return undefined;
      container.isInside = false;
      if (container.isObject) {
        this.#members++;
        if (this.#members > this.#maxMembers)
          return stop('too-many-values', `there are more than ${this.#maxMembers} members.`);
      }
      this.#observer?.childEnded(container, this.#at, this.#members);
      const code = this.#next();
      if (code === comma) {
        this.#at++;
        container.index++;
        return this.#child(container);
      }
      if (code !== (container.isObject ? closeBrace : closeBracket))
        return this.#expected(container.isObject ? '"," or "}"' : '"," or "]"');
      this.#close(container);
    }
  }

  #string(): Stop | undefined {
    const text = this.#text;
    const start = this.#at;
    let hasSurrogate = false;
    for (this.#at = plainEnd(text, start + 1); ; this.#at = plainEnd(text, this.#at)) {
      if (this.#at >= text.length) return this.#expected('the quotation mark that ends the string');
      const code = text.charCodeAt(this.#at);
      if (code === quotationMark) break;
      if (code === backslash && isShortEscape(text.charCodeAt(this.#at + 1))) {
        this.#at += 2;
      } else if (code === backslash) {
        const sequence = this.#match(escapeSequence);
        if (sequence === undefined) return stop('syntax', 'JSON has no such escape sequence.');
        hasSurrogate ||= /^\\ud[89a-f]/i.test(sequence);
        this.#at += sequence.length;
      } else if (code < 0x20) {
        return stop('syntax', 'a control character in a string must be written as an escape sequence.');
      } else {
        hasSurrogate ||= code <= 0xdfff;
        this.#at++;
      }
    }
    this.#at++;
    if (!hasSurrogate || !/\p{Surrogate}/u.test(decode(this.#text.slice(start, this.#at)))) return undefined;
    this.#at = start;
    return stop('lone-surrogate', 'the string has half of a surrogate pair, which UTF-8 cannot carry.');
  }

  #numberOrWord(): Stop | undefined {
    if (this.#shortInteger()) return undefined;
    const number = this.#match(numberLiteral);
    const literal = number ?? this.#match(word);
    if (literal === undefined) return this.#expected('a value');
    if (number !== undefined && !isExactNumber(number)) {
      const value = Number(number);
      const fate = Number.isFinite(value) ? `it would become ${value}` : 'it is too large';
      return stop('inexact-number', `the number ${excerpt(number)} cannot be held exactly: ${fate}.`);
    }
    this.#at += literal.length;
    return undefined;
  }

  /** Reads a short integer, the most frequent number; returns false and does not move for anything else. */
  #shortInteger(): boolean {
    const text = this.#text;
    const start = text.charCodeAt(this.#at) === minus ? this.#at + 1 : this.#at;
    let end = start;
    while (end < text.length && isDigit(text.charCodeAt(end))) end++;
    const digits = end - start;
    if (digits === 0 || digits > safeDigits || (digits > 1 && text.charCodeAt(start) === zero)) return false;
    if (end < text.length) {
      const code = text.charCodeAt(end);
      if (code === point || (code | 0x20) === exponent) return false;
    }
    this.#at = end;
    return true;
  }

  /** Skips white space and returns the code of the next character; undefined at the end of the text. */
  #next(): number | undefined {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
    }
    return undefined;
  }

  /** The match of a sticky expression at the position, which does not move. */
  #match(expression: RegExp): string | undefined {
    expression.lastIndex = this.#at;
    return expression.exec(this.#text)?.[0];
  }

  #expected(what: string): Stop {
    const found = this.#text.codePointAt(this.#at);
    const name = found === undefined ? 'the end of the text' : quote(String.fromCodePoint(found));
    return stop('syntax', `expected ${what}, found ${name}.`);
  }
}

/** The index of the next character with a meaning inside a string. Most characters of a file are skipped here. */
function plainEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
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

function isDigit(code: number): boolean {
  return code >= zero && code <= 0x39;
}

/** The text of a valid string literal. */
function decode(literal: string): string {
  return JSON.parse(literal);
}

function stop(kind: Stop['kind'], detail: string): Stop {
  return { kind, detail };
}
