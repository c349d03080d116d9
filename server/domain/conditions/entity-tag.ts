import { mixBits } from '../basics/mix-bits.ts';
import { accept, type Result, refuse } from '../basics/result.ts';
import { quote } from '../json/wording.ts';

/** An entity tag: RFC 9110, section 8.8.3. */
export interface EntityTag {
  readonly weak: boolean;
  /** The opaque part with its quotes. */
  readonly opaque: string;
}

/** The value of If-Match or If-None-Match: `*`, or a list of tags. */
export type TagList = 'any' | readonly EntityTag[];

/** A strong entity tag, quotes included: the version, for readers, and a digest, so that equal tags mean equal bytes. */
export function formatTag(version: number, text: string): string {
  return `"${version}-${digest(text)}"`;
}

/** The version in a tag of {@link formatTag}; null for any other tag. */
export function versionIn({ weak, opaque }: EntityTag): number | null {
  const [, version] = (!weak && /^"(0|[1-9]\d*)-[0-9a-f]{16}"$/.exec(opaque)) || [];
  return version === undefined ? null : Number(version);
}

/** Parses a tag that this program made. */
export function readTag(tag: string): EntityTag {
  const weak = tag.startsWith('W/');
  return { weak, opaque: weak ? tag.slice(2) : tag };
}

/** RFC 9110, section 8.8.3.2: equal, and neither is weak. */
export function strongMatch(a: EntityTag, b: EntityTag): boolean {
  return !a.weak && !b.weak && a.opaque === b.opaque;
}

/** RFC 9110, section 8.8.3.2: equal, weak or not. */
export function weakMatch(a: EntityTag, b: EntityTag): boolean {
  return a.opaque === b.opaque;
}

/** An element of a list: optional white space and an optional tag (RFC 9110, section 5.6.1). */
const listElement = /[ \t]*(?:(W\/)?("[!\x23-\x7e\x80-\xff]*"))?[ \t]*/y;

/**
 * Parses the value of If-Match or If-None-Match (RFC 9110, sections 13.1.1 and 13.1.2). A comma inside the quotes belongs
 * to the tag; empty elements are skipped, so a list may be empty. The problem is a sentence.
 */
export function parseTagList(value: string): Result<TagList, string> {
  if (/^[ \t]*\*[ \t]*$/.test(value)) return accept('any');
  const tags: EntityTag[] = [];
  for (let at = 0; ; at++) {
    listElement.lastIndex = at;
    const [, weak, opaque] = listElement.exec(value) ?? [];
    if (opaque !== undefined) tags.push({ weak: weak !== undefined, opaque });
    at = listElement.lastIndex;
    if (at === value.length) return accept(tags);
    if (value[at] !== ',') return refuse(`${quote(value.slice(at))} cannot be read: ${rule(value.slice(at))}`);
  }
}

/** The rule that malformed text breaks. */
function rule(text: string): string {
  if (text.startsWith('*')) return '"*" stands alone, never in a list.';
  if (text.startsWith('w/')) return 'the W of a weak tag is a capital letter.';
  return 'an entity tag stands in double quotes, such as "1" or W/"1", with a comma between two of them.';
}

/**
 * A 64-bit digest of a text as 16 hexadecimal digits; not cryptographic. Two lanes of 32 bits take two UTF-16 units a step.
 * Each step is a bijection, so texts of equal length that differ in one step never collide. One lane feeds the other and
 * the end mixes both, so every unit affects every digit.
 */
export function digest(text: string): string {
  let a = 0x2545f491 ^ text.length;
  let b = 0x4f6cdd1d;
  const last = text.length - 1;
  for (let index = 0; index <= last; index += 2) {
    // Never reads past the end: after one such read, V8 calls a function for every unit. The seed holds the length, which
    // tells a text of odd length from one that ends with NUL.
    const second = index < last ? text.charCodeAt(index + 1) : 0;
    const units = text.charCodeAt(index) | (second << 16);
    a = Math.imul(a ^ units, 0x9e3779b1);
    a = (a << 15) | (a >>> 17);
    b = Math.imul((b ^ units) + a, 0x85ebca77);
    b = (b << 13) | (b >>> 19);
  }
  a = mixBits(a + b);
  b = mixBits(b + a);
  return hex(mixBits(a ^ b)) + hex(b);
}

const digits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** 32 bits as 8 digits, built in one call, because concatenation makes several texts in between. */
function hex(bits: number): string {
  return String.fromCharCode(
    code(bits >>> 28),
    code(bits >>> 24),
    code(bits >>> 20),
    code(bits >>> 16),
    code(bits >>> 12),
    code(bits >>> 8),
    code(bits >>> 4),
    code(bits),
  );
}

/** The digit for the lowest four bits. */
function code(bits: number): number {
  return digits[bits & 15] ?? 0;
}
