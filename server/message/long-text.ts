import { isUtf8 } from 'node:buffer';
import { LongText, LongTextWriter } from '../domain/basics/long-text.ts';
import type { Work } from '../domain/basics/work.ts';

/** Characters or bytes that are converted in one go: about a tenth of a millisecond. */
export const shortText = 131_072;

const byteOrderMark = Buffer.from('\ufeff');

/** The text of bytes of any length, without a byte order mark; undefined unless they are UTF-8. Pauses after each piece. */
export function* decodeInPieces(bytes: Buffer): Work<LongText | undefined> {
  if (!isUtf8(bytes)) return undefined;
  const text = new LongTextWriter();
  let start = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0;
  while (start < bytes.length) {
    const end = characterStart(bytes, start + shortText);
    text.write(bytes.toString('utf8', start, end));
    start = end;
    yield;
  }
  return text.end();
}

/** The UTF-8 bytes of a text of any length. Pauses after each piece. */
export function* encodeInPieces(text: string | LongText): Work<Buffer> {
  const pieces = [...(typeof text === 'string' ? piecesOf(text) : text.pieces)];
  let bytes = 0;
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    yield;
  }
  const encoded = Buffer.allocUnsafeSlow(bytes);
  let at = 0;
  for (const piece of pieces) {
    at += encoded.write(piece, at);
    yield;
  }
  return encoded;
}

/** The bytes of a body of any kind, made in one go. */
export function bytesOf(body: string | LongText | Uint8Array): Buffer {
  return Buffer.from(body instanceof LongText ? body.toString() : body);
}

/** Cuts a text between two characters. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + shortText;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(start, end);
  }
}

/** The nearest index, from `index` down, at which a character of UTF-8 begins or the bytes end. */
export function characterStart(bytes: Buffer, index: number): number {
  let start = Math.min(index, bytes.length);
  for (let back = 0; back < 3 && start > 0 && isContinuation(bytes[start]); back += 1) start -= 1;
  return start;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
