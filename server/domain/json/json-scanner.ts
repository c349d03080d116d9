import { accept, type Result, refuse } from '../basics/result.ts';
import type { Work } from '../basics/work.ts';
import { isExactNumber } from './exact-number.ts';
import { JsonString, plainEnd } from './json-string.ts';
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
const closeBracket = 0x5d;
const exponent = 0x65;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The length of an integer that a double always holds exactly. */
const safeDigits = 15;

/** Stops the scan for a pause inside a long string. */
const paused = stop('syntax', '');

const stringFaults = {
  'bad-escape': stop('syntax', 'JSON has no such escape sequence.'),
  'control-character': stop('syntax', 'a control character in a string must be written as an escape sequence.'),
  'lone-surrogate': stop('lone-surrogate', 'the string has half of a surrogate pair, which UTF-8 cannot carry.'),
};

const numberLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;

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
  /** The string in which the scan has paused. */
  #pausedIn: JsonString | undefined;
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
      stop = (this.#pausedIn ? this.#resume(this.#pausedIn) : this.#value()) ?? this.#afterValue();
      if (stop === paused) stop = undefined;
      if (this.#at < pause) continue;
      pause = this.#at + pieceCharacters;
      yield;
    } while (stop === undefined && (this.#pausedIn || this.#containers.length > 0));
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
      if (code === quotationMark) return this.#beginString(false);
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
      return this.#beginString(true) ?? this.#afterName(container);
    }
    container.isInside = true;
    return undefined;
  }

  #afterName(container: OpenContainer): Stop | undefined {
    container.name = this.#text.slice(container.childStart, this.#at);
    const name = container.names && decode(container.name);
    if (name !== undefined && container.names?.has(name)) {
      this.#at = container.childStart;
      return stop('duplicate-name', `the object has a member ${quote(name)} already.`);
    }
    if (name !== undefined) container.names?.add(name);
    if (this.#next() !== colon) return this.#expected('":"');
    this.#at++;
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

  #beginString(isName: boolean): Stop | undefined {
    const text = this.#text;
    const end = plainEnd(text, this.#at + 1, this.#at + pieceCharacters);
    if (text.charCodeAt(end) !== quotationMark) return this.#string(new JsonString(text, this.#at, isName, end));
    this.#at = end + 1;
    return undefined;
  }

  /** Goes on after a pause inside a string. */
  #resume(string: JsonString): Stop | undefined {
    this.#pausedIn = undefined;
    const fault = this.#string(string);
    const container = this.#containers.at(-1);
    if (fault || !string.isName || !container) return fault;
    return this.#afterName(container) ?? this.#value();
  }

  #string(string: JsonString): Stop | undefined {
    const progress = string.read(pieceCharacters);
    this.#at = progress === 'lone-surrogate' ? string.start : string.at;
    if (progress === 'ended') return undefined;
    if (progress === 'endless') return this.#expected('the quotation mark that ends the string');
    if (progress !== 'paused') return stringFaults[progress];
    this.#pausedIn = string;
    if (!string.isName) this.#observer?.stringPaused(string.start, string.at);
    return paused;
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
