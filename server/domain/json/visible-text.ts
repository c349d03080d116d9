/**
 * Characters that a reader does not see, but that change what is seen: they reverse the text after them, join or break
 * lines, or make two different texts look alike.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const invisibleInLines = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text as it can be shown in a line: an invisible character becomes an escape such as `\\u202e`. */
export function visible(text: string): string {
  return text.replace(invisible, escaped);
}

/** Text as it can be shown in several lines; breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(invisibleInLines, escaped);
}

/** The JSON escape of a character. */
export function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => unit(character.charCodeAt(index))).join('');
}

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, '0')}`;
}
