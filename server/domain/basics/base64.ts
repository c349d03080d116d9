const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const alphabetCodes = Array.from(alphabet, (letter) => letter.charCodeAt(0));

/** Characters a chunk: a multiple of three, and few enough to be arguments of one call. */
const chunkLength = 768;

/** Encodes ASCII text: RFC 4648, section 5, without padding. */
export function encodeBase64Url(ascii: string): string {
  let encoded = '';
  for (let start = 0; start < ascii.length; start += chunkLength) {
    encoded += encodeChunk(ascii.slice(start, start + chunkLength));
  }
  return encoded;
}

/** Builds the text in one call: letter by letter takes several times as long, and as much memory. */
function encodeChunk(ascii: string): string {
  const codes: number[] = [];
  for (let index = 0; index < ascii.length; index += 3) {
    const last = Math.min(3, ascii.length - index);
    // Never reads past the end: after one such read, V8 calls a function for every letter.
    const second = last > 1 ? ascii.charCodeAt(index + 1) : 0;
    const third = last > 2 ? ascii.charCodeAt(index + 2) : 0;
    const bits = (ascii.charCodeAt(index) << 16) | (second << 8) | third;
    for (let place = 0; place <= last; place++) codes.push(alphabetCodes[(bits >> (18 - 6 * place)) & 63] ?? 0);
  }
  return String.fromCharCode(...codes);
}

/** The reverse of {@link encodeBase64Url}; undefined for text that the encoder cannot have written. */
export function decodeBase64Url(encoded: string): string | undefined {
  let decoded = '';
  for (let index = 0; index < encoded.length; index += 4) {
    const piece = encoded.slice(index, index + 4);
    let bits = 0;
    for (let place = 0; place < 4; place++) bits = (bits << 6) | Math.max(0, alphabet.indexOf(piece.charAt(place)));
    for (let place = 0; place < piece.length - 1; place++)
      decoded += String.fromCharCode((bits >> (16 - 8 * place)) & 255);
  }
  return encodeBase64Url(decoded) === encoded ? decoded : undefined;
}

/** Matches bytes in base64 (RFC 4648, section 4), with padding and without line breaks. */
export const base64Text = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

const values = new Map(Array.from(`${alphabet.slice(0, 62)}+/`, (letter, value) => [letter.charCodeAt(0), value]));

/** The bytes of a text that {@link base64Text} matches. */
export function decodeBase64(encoded: string): Uint8Array {
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((encoded.length / 4) * 3 - padding);
  let at = 0;
  for (let index = 0; index < encoded.length; index += 4) {
    let bits = 0;
    for (let place = 0; place < 4; place++) bits = (bits << 6) | (values.get(encoded.charCodeAt(index + place)) ?? 0);
    // A write past the end, for padding, has no effect.
    for (let place = 0; place < 3; place++) bytes[at++] = (bits >> (16 - 8 * place)) & 255;
  }
  return bytes;
}
