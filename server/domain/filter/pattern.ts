/** Whether a text contains a match, ignoring case. */
export type PatternTest = (text: string) => boolean;

type CharacterTest = (character: string) => boolean;

/** A step of a program: a character, a choice of next steps, an end of the text, or success. */
type Step =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'fork'; readonly targets: readonly number[] }
  | { readonly kind: 'begin' | 'end' | 'match' };

/** Appends the steps of a part of the pattern. */
type Part = (steps: Step[]) => void;

/** Steps of a program at most: a text is compared with each of them at each character. */
const maxSteps = 1000;

/**
 * Compiles a regular expression of a client, with the flag `i`: texts, `.`, classes, groups, alternatives, repetition, `^` and
 * `$`. All alternatives are followed at once, so the time grows with the text and never explodes. Undefined for one that is
 * malformed or too long, and for lookaround, backreferences, `\b` and Unicode classes.
 */
export function compilePattern(pattern: string): PatternTest | undefined {
  const part = new PatternParser(pattern).parse();
  if (!part) return undefined;
  const steps: Step[] = [];
  try {
    part(steps);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  steps.push({ kind: 'match' });
  return (text) => hasMatch(steps, text);
}

function hasMatch(steps: readonly Step[], text: string): boolean {
  let active = new Set<number>();
  for (let index = 0; index <= text.length; index++) {
    const reached = new Set<number>();
    // A match may begin at each character.
    for (const step of [...active, 0]) if (follow(steps, step, index, text.length, reached)) return true;
    active = new Set();
    const character = text.charAt(index);
    for (const place of reached) {
      const step = steps[place] as Step;
      if (step.kind === 'character' && step.test(character)) active.add(place + 1);
    }
  }
  return false;
}

/** Adds the steps that are reached without a character; true if the match is one of them. */
function follow(steps: readonly Step[], start: number, index: number, length: number, reached: Set<number>): boolean {
  const open = [start];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    const step = steps[place] as Step;
    if (step.kind === 'match') return true;
    if (step.kind === 'fork') open.push(...step.targets);
    if ((step.kind === 'begin' && index === 0) || (step.kind === 'end' && index === length)) open.push(place + 1);
  }
  return false;
}

const classes: Readonly<Record<string, CharacterTest>> = {
  d: (character) => /\d/.test(character),
  w: (character) => /\w/.test(character),
  s: (character) => /\s/.test(character),
};
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

/** What square brackets hold: a character, or a class such as `\d`. */
type Member = string | CharacterTest;

class PatternParser {
  readonly #text: string;
  #index = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Part | undefined {
    const part = this.#alternatives();
    return this.#index === this.#text.length ? part : undefined;
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#index)) return false;
    this.#index += text.length;
    return true;
  }

  #alternatives(): Part | undefined {
    const parts: Part[] = [];
    do {
      const part = this.#sequence();
      if (!part) return undefined;
      parts.push(part);
    } while (this.#take('|'));
    return parts.reduce((before, after) => either(before, after));
  }

  #sequence(): Part | undefined {
    const parts: Part[] = [];
    while (this.#index < this.#text.length && !/[|)]/.test(this.#text.charAt(this.#index))) {
      const atom = this.#atom();
      const part = atom && this.#repeated(atom);
      if (!part) return undefined;
      parts.push(part);
    }
    return (steps) => {
      for (const part of parts) part(steps);
    };
  }

  #atom(): Part | undefined {
    if (this.#take('^')) return (steps) => push(steps, { kind: 'begin' });
    if (this.#take('$')) return (steps) => push(steps, { kind: 'end' });
    if (this.#take('(')) return this.#group();
    const test = this.#take('[') ? this.#class() : this.#character();
    return test && ((steps) => push(steps, { kind: 'character', test }));
  }

  #group(): Part | undefined {
    if (this.#depth === 50) return undefined;
    // Any other question mark that follows the bracket repeats nothing, which is refused.
    this.#take('?:');
    this.#depth += 1;
    const part = this.#alternatives();
    this.#depth -= 1;
    return this.#take(')') ? part : undefined;
  }

  #character(): CharacterTest | undefined {
    const character = this.#text[this.#index];
    if (character === undefined || /[*+?{]/.test(character)) return undefined;
    this.#index += 1;
    if (character === '.') return (one) => !/[\n\r\u2028\u2029]/.test(one);
    if (character !== '\\') return same(character);
    const member = this.#escape();
    return member === undefined ? undefined : memberTest(member);
  }

  /** The character or class after a backslash. */
  #escape(): Member | undefined {
    const character = this.#text[this.#index];
    if (character === undefined) return undefined;
    this.#index += 1;
    const known = classes[character.toLowerCase()];
    if (known) return character === character.toLowerCase() ? known : (one) => !known(one);
    return controls[character] ?? (/[A-Za-z0-9]/.test(character) ? undefined : character);
  }

  #class(): CharacterTest | undefined {
    const negated = this.#take('^');
    const tests: CharacterTest[] = [];
    while (!this.#take(']')) {
      const first = this.#member();
      if (first === undefined) return undefined;
      // A minus that stands first, last or beside a class of characters is itself.
      const last = /^-[^\]]/.test(this.#text.slice(this.#index)) ? this.#memberAfterMinus() : null;
      if (last === undefined) return undefined;
      const range = last === null ? memberTest(first) : rangeTest(first, last);
      if (!range) return undefined;
      tests.push(range);
    }
    return (one) => tests.some((test) => test(one)) !== negated;
  }

  #memberAfterMinus(): Member | undefined {
    this.#index += 1;
    return this.#member();
  }

  /** Reads a character or an escape in square brackets. */
  #member(): Member | undefined {
    const character = this.#text[this.#index];
    if (character === undefined) return undefined;
    this.#index += 1;
    return character === '\\' ? this.#escape() : character;
  }

  #repeated(part: Part): Part | undefined {
    const [sign = '', least, comma, most] =
      /^(?:[*+?]|\{(\d{1,3})(?:(,)(\d{1,3})?)?\})/.exec(this.#text.slice(this.#index)) ?? [];
    if (sign === '') return part;
    this.#index += sign.length;
    // A lazy repetition matches the same texts.
    this.#take('?');
    const from = least === undefined ? Number(sign === '+') : Number(least);
    const open = sign === '*' || sign === '+' || (comma !== undefined && most === undefined);
    const to = open ? null : sign === '?' ? 1 : Number(most ?? least);
    return to !== null && to < from ? undefined : (steps) => repeat(steps, part, from, to);
  }
}

function push(steps: Step[], step: Step): void {
  if (steps.length >= maxSteps) throw new RangeError('The pattern has too many steps.');
  steps.push(step);
}

/** Keeps a place for a fork whose targets are not known yet; returns its index. */
function reserve(steps: Step[]): number {
  push(steps, { kind: 'fork', targets: [] });
  return steps.length - 1;
}

/** Appends a part `least` times, then up to `most` times, or any number of times for null. */
function repeat(steps: Step[], part: Part, least: number, most: number | null): void {
  for (let count = 0; count < least; count++) part(steps);
  if (most === null) {
    const fork = reserve(steps);
    part(steps);
    push(steps, { kind: 'fork', targets: [fork] });
    steps[fork] = { kind: 'fork', targets: [fork + 1, steps.length] };
    return;
  }
  for (let count = least; count < most; count++) {
    const fork = reserve(steps);
    part(steps);
    steps[fork] = { kind: 'fork', targets: [fork + 1, steps.length] };
  }
}

function either(before: Part, after: Part): Part {
  return (steps) => {
    const fork = reserve(steps);
    before(steps);
    const jump = reserve(steps);
    steps[fork] = { kind: 'fork', targets: [fork + 1, steps.length] };
    after(steps);
    steps[jump] = { kind: 'fork', targets: [steps.length] };
  };
}

function memberTest(member: Member): CharacterTest {
  return typeof member === 'string' ? same(member) : member;
}

/** The characters from one to another; with a class in place of one of them, both and the minus. Undefined for an empty range. */
function rangeTest(first: Member, last: Member): CharacterTest | undefined {
  if (typeof first !== 'string' || typeof last !== 'string') {
    const tests = [memberTest(first), same('-'), memberTest(last)];
    return (one) => tests.some((test) => test(one));
  }
  return last < first ? undefined : (one) => cases(one).some((each) => each >= first && each <= last);
}

function cases(character: string): readonly string[] {
  return [character, character.toLowerCase(), character.toUpperCase()];
}

function same(wanted: string): CharacterTest {
  const lower = wanted.toLowerCase();
  return (character) => character.toLowerCase() === lower;
}
