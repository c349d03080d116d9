import { accept, type Result, refuse } from '../basics/result.ts';
import { isExactNumber } from './exact-number.ts';
import type { JsonLimits } from './limits.ts';
import { formatPointer } from './pointer.ts';
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

/** A fault while the recursion unwinds: each container around it prepends its name or index to `place`. */
interface Stop {
  readonly kind: JsonFault['kind'];
  readonly detail: string;
  readonly place: string[];
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

/**
 * Scans a JSON text (RFC 8259) once, without building values. Each reading method moves the position behind the token and
 * returns undefined, or stops at a fault and returns it. The recursion never exceeds `maxDepth`.
 */
export class JsonScanner {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #maxValues: number;
  readonly #maxMembers: number;
  readonly #compareNames: boolean;
  #at = 0;
  #members = 0;
  #values = 0;

  /** With `compareNames`, an object with two members of the same name is refused. */
  constructor(text: string, { maxDepth, maxValues, maxMembers }: JsonLimits, compareNames: boolean) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#maxValues = maxValues ?? Number.POSITIVE_INFINITY;
    this.#maxMembers = maxMembers ?? Number.POSITIVE_INFINITY;
    this.#compareNames = compareNames;
  }

  /** Reads the whole text and returns the total number of members of all its objects. */
  scan(): Result<number, JsonFault> {
    const stop = this.#value(0) ?? (this.#next() === undefined ? undefined : this.#expected('the end of the text'));
    if (!stop) return accept(this.#members);
    const line = this.#text.slice(0, this.#at).split('\n').length;
    const column = this.#at - this.#text.lastIndexOf('\n', this.#at - 1);
    const detail = `Line ${line}, column ${column}: ${stop.detail}`;
    return refuse({ kind: stop.kind, detail, line, column, pointer: formatPointer(stop.place) });
  }

  #value(depth: number): Stop | undefined {
    const code = this.#next();
    this.#values++;
    if (this.#values > this.#maxValues)
      return stop('too-many-values', `there are more than ${this.#maxValues} values.`);
    if (code === quotationMark) return this.#string();
    if (code !== openBrace && code !== openBracket) return this.#numberOrWord();
    if (depth === this.#maxDepth) return stop('too-deep', `the text is nested deeper than ${this.#maxDepth} levels.`);
    return code === openBrace ? this.#object(depth + 1) : this.#array(depth + 1);
  }

  #object(depth: number): Stop | undefined {
    const names = this.#compareNames ? new Set<string>() : undefined;
    this.#at++;
    let more = this.#next() !== closeBrace;
    while (more) {
      if (this.#next() !== quotationMark) return this.#expected('a member name in double quotes');
      const start = this.#at;
      const fault = this.#string();
      if (fault) return fault;
      const name = this.#text.slice(start, this.#at);
      if (names?.has(decode(name))) {
        this.#at = start;
        return stop('duplicate-name', `the object has a member ${quote(decode(name))} already.`);
      }
      names?.add(decode(name));
      if (this.#next() !== colon) return this.#expected('":"');
      this.#at++;
      const inner = this.#value(depth);
      if (inner) return within(decode(name), inner);
      this.#members++;
      if (this.#members > this.#maxMembers) {
        return stop('too-many-values', `there are more than ${this.#maxMembers} members.`);
      }
      more = this.#next() === comma;
      if (more) this.#at++;
      else if (this.#next() !== closeBrace) return this.#expected('"," or "}"');
    }
    this.#at++;
    return undefined;
  }

  #array(depth: number): Stop | undefined {
    this.#at++;
    let more = this.#next() !== closeBracket;
    for (let index = 0; more; index++) {
      const inner = this.#value(depth);
      if (inner) return within(String(index), inner);
      more = this.#next() === comma;
      if (more) this.#at++;
      else if (this.#next() !== closeBracket) return this.#expected('"," or "]"');
    }
    this.#at++;
    return undefined;
  }

  #string(): Stop | undefined {
    const text = this.#text;
    const start = this.#at;
    let hasSurrogate = false;
    for (this.#at = plainEnd(text, start + 1); ; this.#at = plainEnd(text, this.#at)) {
      if (this.#at >= text.length) return this.#expected('the quotation mark that ends the string');
      const code = text.charCodeAt(this.#at);
      if (code === quotationMark) break;
      if (code === backslash) {
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

function isDigit(code: number): boolean {
  return code >= zero && code <= 0x39;
}

/** The text of a valid string literal. */
function decode(literal: string): string {
  return JSON.parse(literal);
}

function stop(kind: Stop['kind'], detail: string): Stop {
  return { kind, detail, place: [] };
}

function within(token: string, fault: Stop): Stop {
  fault.place.unshift(token);
  return fault;
}
