import { accept, type Result, refuse } from '../basics/result.ts';
import type { Work } from '../basics/work.ts';
import { isExactNumber } from './exact-number.ts';
import { type JsonFault, paused, type Stop, stop, stringFaults } from './json-fault.ts';
import { inexactNumber, numberAt, shortIntegerEnd, wordAt } from './json-literal.ts';
import { decode, JsonString, plainEnd } from './json-string.ts';
import type { JsonLimits } from './limits.ts';
import { formatPointer } from './pointer.ts';
import type { OpenContainer, ScanObserver } from './scan-observer.ts';
import { type PieceSizes, pieceSizes, type TextPlace, TextWindow } from './text-window.ts';
import { quote } from './wording.ts';

const quotationMark = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Characters of the longest escape sequence, and of the longest end of a number that lacks its last digit: `e+`. */
const escapeCharacters = 6;
const unfinishedNumber = 2;

/** Digits of the longest number that is looked at; a longer one is never exact. White space in a row: milliseconds of work. */
const mostDigits = 2 ** 17;
export const mostBlanks = 2 ** 20;

/**
 * Scans a JSON text (RFC 8259) once, without building values. Each reading method moves the position past the token and
 * returns undefined, or stops at a fault and returns it. Open containers stand in a list, so that the scan can pause.
 */
export class JsonScanner {
  readonly #sizes: PieceSizes;
  readonly #window: TextWindow;
  /** The part of the text that is in the window; all indices count from its beginning. */
  #text: string;
  /** Index of the first character that is still needed. */
  #keep = 0;
  /** True from too much white space on, which ends the text. */
  #isBlank = false;
  readonly #maxDepth: number;
  readonly #maxValues: number;
  readonly #maxMembers: number;
  readonly #compareNames: boolean;
  readonly #observer: ScanObserver | undefined;
  readonly #containers: OpenContainer[] = [];
  /** The string in which the scan has paused, and where it begins if that part of the text is gone. */
  #pausedIn: JsonString | undefined;
  #pausedStart: TextPlace | undefined;
  /** The place of a fault in a part of the text that is gone. */
  #pausedPlace: TextPlace | undefined;
  #at = 0;
  #members = 0;
  #values = 0;

  /** A long text comes in pieces. With `compareNames`, an object with two members of the same name is refused. */
  constructor(
    text: string | Iterable<string>,
    { maxDepth, maxValues, maxMembers }: JsonLimits,
    compareNames: boolean,
    observer?: ScanObserver,
    sizes = pieceSizes,
  ) {
    this.#sizes = sizes;
    this.#window = new TextWindow(text, sizes.window);
    this.#text = this.#window.text;
    this.#maxDepth = maxDepth;
    this.#maxValues = maxValues ?? Number.POSITIVE_INFINITY;
    this.#maxMembers = maxMembers ?? Number.POSITIVE_INFINITY;
    this.#compareNames = compareNames;
    this.#observer = observer;
  }

  /** Reads the whole text and returns the total number of members of all its objects. Pauses every few thousand characters. */
  *scan(): Work<Result<number, JsonFault>> {
    let stop: Stop | undefined;
    let pause = this.#sizes.scan;
    do {
      stop = (this.#pausedIn ? this.#resume(this.#pausedIn) : this.#value()) ?? this.#afterValue();
      if (stop === paused) stop = undefined;
      if (this.#window.base + this.#at < pause) continue;
      pause = this.#window.base + this.#at + this.#sizes.scan;
      yield;
    } while (stop === undefined && (this.#pausedIn || this.#containers.length > 0));
    if (stop === undefined && (this.#next() !== undefined || this.#isBlank))
      stop = this.#expected('the end of the text');
    if (!stop) return accept(this.#members);
    const { line, column } = this.#pausedPlace ?? this.#window.placeOf(this.#at);
    const detail = `Line ${line}, column ${column}: ${stop.detail}`;
    return refuse({ kind: stop.kind, detail, line, column, pointer: formatPointer(this.#place()) });
  }

  /** Makes sure that as many `characters` follow the position, unless the text ends before. */
  #ensure(characters: number): void {
    while (this.#text.length - this.#at < characters && this.#refill());
  }

  /** Moves the window on, without what is no longer needed; false at the end of the text. */
  #refill(): boolean {
    // The value of a text without containers is built from all of it.
    const cut = this.#containers.length === 0 ? 0 : this.#keep;
    const string = this.#pausedIn;
    if (string && string.start < cut) this.#pausedStart ??= this.#window.placeOf(string.start);
    if (!this.#window.move(cut)) return false;
    const { text } = this.#window;
    this.#observer?.moved(cut, text, this.#containers);
    string?.move(cut, text);
    for (const container of this.#containers) container.childStart -= cut;
    this.#text = text;
    this.#at -= cut;
    this.#keep -= cut;
    return true;
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
      if (code === undefined) return this.#expected('a value');
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
    this.#keep = this.#at;
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
    this.#keep = this.#at;
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

  /** Closes the containers that end after a value and moves to the next value, if there is one. */
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
      this.#keep = this.#at;
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
    this.#ensure(this.#sizes.scan + escapeCharacters);
    const text = this.#text;
    const end = plainEnd(text, this.#at + 1, this.#at + this.#sizes.scan);
    if (text.charCodeAt(end) !== quotationMark) return this.#string(new JsonString(text, this.#at, isName, end));
    this.#at = end + 1;
    return undefined;
  }

  /** Goes on after a pause inside a string. */
  #resume(string: JsonString): Stop | undefined {
    const fault = this.#string(string);
    const container = this.#containers.at(-1);
    if (fault || !string.isName || !container) return fault;
    return this.#afterName(container) ?? this.#value();
  }

  #string(string: JsonString): Stop | undefined {
    this.#at = string.at;
    // It moves with the window.
    this.#pausedIn = string;
    this.#ensure(this.#sizes.scan + escapeCharacters);
    this.#pausedIn = undefined;
    const progress = string.read(this.#sizes.scan);
    this.#at = progress === 'lone-surrogate' ? string.start : string.at;
    if (progress === 'lone-surrogate') this.#pausedPlace = this.#pausedStart;
    else if (progress !== 'paused') this.#pausedStart = undefined;
    if (progress === 'ended') return undefined;
    if (progress === 'endless') return this.#expected('the quotation mark that ends the string');
    if (progress !== 'paused') return stringFaults[progress];
    this.#pausedIn = string;
    if (!string.isName) {
      this.#observer?.stringPaused(string.start, string.at);
      this.#keep = this.#at;
    }
    return paused;
  }

  #numberOrWord(): Stop | undefined {
    this.#ensure(this.#sizes.literal);
    const end = shortIntegerEnd(this.#text, this.#at);
    if (end !== -1) {
      this.#at = end;
      return undefined;
    }
    let number = numberAt(this.#text, this.#at);
    while (number !== undefined && this.#mayGoOn(number) && this.#refill()) number = numberAt(this.#text, this.#at);
    const literal = number ?? wordAt(this.#text, this.#at);
    if (literal === undefined) return this.#expected('a value');
    if (number !== undefined && (number.length >= mostDigits || !isExactNumber(number))) return inexactNumber(number);
    this.#at += literal.length;
    return undefined;
  }

  /** True if the window ends so soon after a number that it may be only its beginning. */
  #mayGoOn(number: string): boolean {
    return number.length < mostDigits && this.#text.length - this.#at - number.length <= unfinishedNumber;
  }

  /** Skips white space and returns the code of the next character; undefined at the end of the text. */
  #next(): number | undefined {
    let blanks = 0;
    do {
      const start = this.#at;
      let code: number | undefined;
      for (; this.#at < this.#text.length; this.#at++) {
        code = this.#text.charCodeAt(this.#at);
        if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
      }
      blanks += this.#at - start;
      this.#isBlank ||= blanks > mostBlanks;
      if (!this.#isBlank && this.#at < this.#text.length) return code;
    } while (!this.#isBlank && this.#refill());
    return undefined;
  }

  #expected(what: string): Stop {
    if (this.#isBlank) return stop('syntax', `there are more than ${mostBlanks} characters of white space in a row.`);
    this.#ensure(2);
    const found = this.#text.codePointAt(this.#at);
    const name = found === undefined ? 'the end of the text' : quote(String.fromCodePoint(found));
    return stop('syntax', `expected ${what}, found ${name}.`);
  }
}
