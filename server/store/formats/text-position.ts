import type { Pointer } from '../../domain/json/pointer.ts';

/** Positions in a JSON text. Computed only for a refusal, so that valid files are read without this cost. */

/** A position as editors show it, counted from 1; columns count UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export function positionAt(text: string, offset: number): TextPosition {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}

/** The offset of the value at a pointer. The text must be valid JSON that has this value. */
export function offsetOf(text: string, pointer: Pointer): number {
  let offset = skipSpace(text, 0);
  for (const token of pointer) {
    offset = text[offset] === '[' ? elementAt(text, offset, Number(token)) : memberAt(text, offset, token);
  }
  return offset;
}

/** The offset of the last member with a name, which is the one that JSON.parse keeps. */
function memberAt(text: string, object: number, name: string): number {
  let found = object;
  let offset = skipSpace(text, object + 1);
  while (text[offset] === '"') {
    const end = skipString(text, offset);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(offset, end)) === name) found = value;
    offset = skipComma(text, skipValue(text, value));
  }
  return found;
}

function elementAt(text: string, list: number, index: number): number {
  let offset = skipSpace(text, list + 1);
  for (let passed = 0; passed < index; passed++) offset = skipComma(text, skipValue(text, offset));
  return offset;
}

function skipComma(text: string, end: number): number {
  const offset = skipSpace(text, end);
  return text[offset] === ',' ? skipSpace(text, offset + 1) : offset;
}

/**
 * The offset after a value inside another one: that of the next comma or bracket. Counts brackets instead of recursing, so
 * that deep nesting cannot overflow the stack.
 */
function skipValue(text: string, start: number): number {
  let offset = start;
  let depth = 0;
  while (offset < text.length) {
    const character = text[offset];
    const isEnd = character === '}' || character === ']';
    if (depth === 0 && (isEnd || character === ',')) break;
    if (character === '{' || character === '[') depth += 1;
    if (isEnd) depth -= 1;
    offset = character === '"' ? skipString(text, offset) : offset + 1;
  }
  return offset;
}

function skipString(text: string, start: number): number {
  let offset = start + 1;
  while (text[offset] !== '"') offset += text[offset] === '\\' ? 2 : 1;
  return offset + 1;
}

function skipSpace(text: string, start: number): number {
  let offset = start;
  while (' \t\n\r'.includes(text[offset] ?? '.')) offset += 1;
  return offset;
}
