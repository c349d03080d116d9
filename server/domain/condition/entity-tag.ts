/** One entity tag of a list: RFC 9110, 8.8.3. */
export interface EntityTag {
  readonly weak: boolean;
  /** The opaque part with its quotes. */
  readonly opaque: string;
}

/** A strong entity tag, quotes included: the version, readable, and a digest of the text, so that the same tag means the same bytes. */
export function formatTag(version: number, text: string): string {
  return `"${version}-${digest(text)}"`;
}

/** 64 bits of a text as hexadecimal: two runs of a multiply-and-rotate hash over its UTF-16 units. Not for secrets. */
export function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul((b << 5) | (b >>> 27), 0x85ebca6b) ^ unit;
  }
  return hex(mix(a ^ text.length)) + hex(mix(b + a));
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
