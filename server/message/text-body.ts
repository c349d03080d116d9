import type { Problem } from '../domain/basics/problem.ts';
import type { Result } from '../domain/basics/result.ts';

/** A request body: its text, the problem if its bytes are not usable text, or undefined if there is none. */
export type TextBody = Result<string, Problem> | undefined;

/**
 * The encoding in which to write a text of so many UTF-8 bytes. A text with one byte for each character is ASCII; Latin-1
 * yields the same bytes and is copied without encoding.
 */
export function textEncoding(text: string, bytes: number): 'latin1' | 'utf8' {
  return text.length === bytes ? 'latin1' : 'utf8';
}
