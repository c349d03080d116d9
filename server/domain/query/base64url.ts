const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Encodes ASCII text: RFC 4648, section 5, without padding. */
export function encodeBase64Url(ascii: string): string {
  let encoded = '';
  for (let index = 0; index < ascii.length; index += 3) {
    const piece = ascii.slice(index, index + 3);
    const bits = (code(piece, 0) << 16) | (code(piece, 1) << 8) | code(piece, 2);
    for (let place = 0; place <= piece.length; place++) encoded += alphabet.charAt((bits >> (18 - 6 * place)) & 63);
  }
  return encoded;
}

/** The reverse of {@link encodeBase64Url}; undefined for what that would not have written. */
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

function code(piece: string, place: number): number {
  return place < piece.length ? piece.charCodeAt(place) : 0;
}
