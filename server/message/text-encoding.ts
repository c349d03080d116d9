/**
 * How to write a text whose UTF-8 has that many bytes. One of as many bytes as characters is ASCII, and Latin-1 has the
 * same bytes for it, which can be copied as they are.
 */
export function textEncoding(text: string, bytes: number): 'latin1' | 'utf8' {
  return text.length === bytes ? 'latin1' : 'utf8';
}
