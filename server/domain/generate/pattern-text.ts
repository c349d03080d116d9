import type { Dice } from './dice.ts';

/** Writes a text that a part of a pattern matches. */
interface Writer {
  readonly write: (dice: Dice) => string;
  /** The most characters and empty parts that it writes. */
  readonly most: number;
}

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const word = `${lower}${upper}${digits}_`;
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

/** The most characters of a text, also with repetitions within repetitions. */
const longestText = 10_000;

/** Groups within groups, each of which takes a part of the call stack. */
const mostNested = 100;

/** How many repetitions beyond the lower limit a quantifier without an upper limit gets at most. */
const mostRepeats = 6;

/**
 * A text that a regular expression matches as a whole. Undefined for an expression with lookaround, backreferences,
 * Unicode properties other than letters and digits, texts of more than 10,000 characters, or groups nested more than 100
 * levels deep.
 */
export function patternText(pattern: string, dice: Dice): string | undefined {
  const reader = new PatternReader(pattern);
  const writer = reader.alternatives();
  return writer && writer.most <= longestText && reader.isAtEnd ? writer.write(dice) : undefined;
}

/** Reads a pattern once from left to right; each method returns undefined for unsupported syntax. */
class PatternReader {
  readonly #pattern: string;
  #at = 0;
  /** The groups around the place. */
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#pattern.length;
  }

  alternatives(): Writer | undefined {
    const all: Writer[] = [];
    do {
      const sequence = this.#sequence();
      if (!sequence) return undefined;
      all.push(sequence);
    } while (this.#take('|'));
    const most = Math.max(...all.map((one) => one.most));
    return { write: (dice) => dice.pick(all)?.write(dice) ?? '', most };
  }

  #sequence(): Writer | undefined {
    const parts: Writer[] = [];
    while (!this.isAtEnd && !'|)'.includes(this.#peek())) {
      const atom = this.#atom();
      const part = atom && this.#repeated(atom);
      if (!part) return undefined;
      parts.push(part);
    }
    const most = parts.reduce((sum, part) => sum + part.most, 1);
    return { write: (dice) => parts.map((part) => part.write(dice)).join(''), most };
  }

  #atom(): Writer | undefined {
    const sign = this.#next();
    if (sign === '^' || sign === '$') return always('');
    if (sign === '.') return oneOf(word);
    if (sign === '(') return this.#group();
    if (sign === '[') return oneOf(this.#set());
    if (sign === '\\') return oneOf(this.#escaped());
    return '*+?{'.includes(sign) ? undefined : always(sign);
  }

  #group(): Writer | undefined {
    // The question mark of any other opening, such as that of a lookahead, is no atom.
    this.#at += /^\?(?::|<[A-Za-z]\w*>)/.exec(this.#pattern.slice(this.#at))?.[0].length ?? 0;
    if (this.#depth === mostNested) return undefined;
    this.#depth += 1;
    const inner = this.alternatives();
    this.#depth -= 1;
    return this.#take(')') ? inner : undefined;
  }

  #repeated(atom: Writer): Writer | undefined {
    const found = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/.exec(this.#pattern.slice(this.#at));
    if (!found) return atom;
    const [whole, from, comma, to] = found;
    this.#at += whole.length;
    const fewest = whole.startsWith('+') ? 1 : Number(from ?? 0);
    const isExact = whole.startsWith('{') && comma === undefined;
    const most = whole.startsWith('?') ? 1 : isExact ? fewest : to ? Number(to) : fewest + mostRepeats;
    if (most > 1000) return undefined;
    const write = (dice: Dice) => Array.from({ length: dice.integer(fewest, most) }, () => atom.write(dice)).join('');
    return { write, most: most * atom.most };
  }

  /** The characters of a class, read from after its opening bracket. */
  #set(): string | undefined {
    const isInverse = this.#take('^');
    let all = '';
    while (!this.isAtEnd && this.#peek() !== ']') {
      const first = this.#setMember();
      if (first === undefined) return undefined;
      if (first.length === 1 && this.#peek() === '-' && this.#pattern[this.#at + 1] !== ']') {
        this.#at += 1;
        const last = this.#setMember();
        if (last?.length !== 1) return undefined;
        all += between(first, last);
      } else all += first;
    }
    if (!this.#take(']')) return undefined;
    return isInverse ? without(printable, all) : all;
  }

  #setMember(): string | undefined {
    const sign = this.#next();
    return sign === '\\' ? this.#escaped() : sign;
  }

  /** The characters of an escape, read from after its backslash. */
  #escaped(): string | undefined {
    const sign = this.#next();
    const known = escapes[sign];
    if (known !== undefined) return known;
    if (sign === 'p') return this.#property();
    const code = { u: /^[\dA-Fa-f]{4}/, x: /^[\dA-Fa-f]{2}/ }[sign]?.exec(this.#pattern.slice(this.#at))?.[0];
    if (code !== undefined) {
      this.#at += code.length;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    return /[A-Za-z0-9]/.test(sign) ? undefined : sign;
  }

  #property(): string | undefined {
    const found = /^\{(\w+)\}/.exec(this.#pattern.slice(this.#at));
    this.#at += found?.[0].length ?? 0;
    return properties.get(found?.[1] ?? '');
  }

  #peek(): string {
    return this.#pattern[this.#at] ?? '';
  }

  #next(): string {
    this.#at += 1;
    return this.#pattern[this.#at - 1] ?? '';
  }

  #take(sign: string): boolean {
    const isThere = this.#peek() === sign;
    if (isThere) this.#at += 1;
    return isThere;
  }
}

const escapes: Readonly<Record<string, string>> = {
  d: digits,
  w: word,
  s: ' ',
  D: without(printable, digits),
  W: without(printable, word),
  S: without(printable, ' '),
  t: '\t',
  n: '\n',
  r: '\r',
};

const properties: ReadonlyMap<string, string> = new Map([
  ['L', lower + upper],
  ['Letter', lower + upper],
  ['Lu', upper],
  ['Ll', lower],
  ['N', digits],
  ['Nd', digits],
]);

function oneOf(all: string | undefined): Writer | undefined {
  return all ? { write: (dice) => dice.letter(all), most: 1 } : undefined;
}

function always(text: string): Writer {
  return { write: () => text, most: 1 };
}

function between(first: string, last: string): string {
  const from = first.charCodeAt(0);
  const length = Math.min(256, last.charCodeAt(0) - from + 1);
  return Array.from({ length: Math.max(0, length) }, (_, index) => String.fromCharCode(from + index)).join('');
}

function without(all: string, some: string): string {
  return Array.from(all)
    .filter((letter) => !some.includes(letter))
    .join('');
}
