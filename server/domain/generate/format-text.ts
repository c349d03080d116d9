import type { Dice } from './dice.ts';
import { latin } from './latin.ts';

const hex = '0123456789abcdef';
const letters = 'abcdefghijklmnopqrstuvwxyz';
const day = 86_400_000;

/** Without known instants, dates fall into the two years from here. */
const defaultStart = Date.UTC(2024, 0, 1);
const defaultSpan = 730 * day;

/** Hints for a text, besides its format. */
export interface TextHints {
  /** The earliest and latest instant of this field in other records, in milliseconds since 1970. */
  readonly span: readonly [number, number] | undefined;
  /** The record's `name`, if it has one. */
  readonly about: string | undefined;
}

/** A text in a format of JSON Schema; undefined for an unknown format. */
export function formatText(format: string, dice: Dice, hints: TextHints): string | undefined {
  const write = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return write?.(dice, hints);
}

const formats: Readonly<Record<string, (dice: Dice, hints: TextHints) => string>> = {
  'date-time': (dice, { span }) => `${instantText(dice, span).slice(0, 19)}Z`,
  date: (dice, { span }) => instantText(dice, span).slice(0, 10),
  time: (dice) => `${instantText(dice, undefined).slice(11, 19)}Z`,
  duration: (dice) => `PT${dice.integer(1, 90)}M`,
  email: emailText,
  'idn-email': emailText,
  hostname: hostText,
  'idn-hostname': hostText,
  uri: (dice) => `https://${hostText(dice)}/${dice.letters(letters, 6)}`,
  'uri-reference': (dice) => `/${dice.letters(letters, 6)}`,
  iri: (dice) => `https://${hostText(dice)}/${dice.letters(letters, 6)}`,
  uuid: uuidText,
  ipv4: (dice) => `192.0.2.${dice.integer(1, 254)}`,
  ipv6: (dice) => `2001:db8::${dice.letters(hex, 4).replace(/^0+(?=.)/, '')}`,
  'json-pointer': (dice) => `/${dice.letters(letters, 5)}`,
  regex: (dice) => `^${dice.letters(letters, 3)}$`,
};

export function uuidText(dice: Dice): string {
  const variant = dice.letter('89ab');
  const part = (length: number) => dice.letters(hex, length);
  return `${part(8)}-${part(4)}-4${part(3)}-${variant}${part(3)}-${part(12)}`;
}

/** An instant within the span, in the form of RFC 3339. */
function instantText(dice: Dice, span: TextHints['span']): string {
  const [from, to] = span ?? [defaultStart, defaultStart + defaultSpan];
  return new Date(dice.integer(Math.floor(from), Math.floor(to))).toISOString();
}

/** Uses the example domains of RFC 2606, so that no mail is ever delivered. */
function emailText(dice: Dice, { about }: Pick<TextHints, 'about'>): string {
  const name = about === undefined ? '' : slug(about);
  return `${name || 'user-'}${dice.integer(1, 9999)}@example.${dice.pick(['com', 'net', 'org'])}`;
}

function hostText(dice: Dice): string {
  return `${dice.letters(letters, 6)}.example.${dice.pick(['com', 'net', 'org'])}`;
}

/** A name as the local part of an address, words joined with dots; empty if a part of it is in no script known here. */
function slug(name: string): string {
  const plain = latin(name);
  if (/[^\P{L}a-z]/u.test(plain)) return '';
  return (plain.match(/[a-z0-9]+/g) ?? []).join('.');
}
