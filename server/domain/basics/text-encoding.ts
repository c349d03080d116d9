/** The encodings of files, by their names in the Encoding Standard. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Files that spreadsheets write in the code page of Windows. */
const tableName = /\.(?:csv|tsv|txt)$/i;

/**
 * The encoding of a file: UTF-16 with a byte order mark, else UTF-8. A table that is neither has the code page of Western
 * Windows, which any bytes fit, so that a reader has to say so; see {@link encodingNote}. Undefined for all other bytes.
 */
export function encodingOf(
  bytes: Uint8Array,
  fileName: string,
  isUtf8: (bytes: Uint8Array) => boolean,
): TextEncoding | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  return tableName.test(fileName) && !bytes.includes(0) ? 'windows-1252' : undefined;
}

/** A sentence for a file whose encoding is a guess; undefined if it is certain. */
export function encodingNote(encoding: TextEncoding | undefined): string | undefined {
  if (encoding !== 'windows-1252') return undefined;
  return 'The file is not UTF-8 and was read as Windows-1252; check its accented letters.';
}

/** The characters of Windows-1252 from 0x80 to 0x9f, where ISO 8859-1 has control characters. */
const windowsCharacters = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The text of Windows-1252 whose bytes were read as ISO 8859-1. */
export function windowsText(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (sign) => windowsCharacters.charAt(sign.charCodeAt(0) - 0x80));
}
