import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { headerValue } from './header-lines.ts';

/** A request body: its text, the problem if its bytes are not usable text, or undefined if there is none. */
export type TextBody = Result<string, Problem> | undefined;

/**
 * The encoding in which to write a text, given its number of UTF-8 bytes. A text with one byte for each character is ASCII;
 * Latin-1 yields the same bytes and is copied without encoding.
 */
export function textEncoding(text: string, bytes: number): 'latin1' | 'utf8' {
  return text.length === bytes ? 'latin1' : 'utf8';
}

const charsetParameter = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const readableCharsets = new Set(['utf-8', 'utf8', 'us-ascii']);

/** The text, or the problem if the labels of the message or its bytes contradict UTF-8 text. */
export function textBody(rawHeaders: readonly string[], text: string | undefined): TextBody {
  const coding = headerValue(rawHeaders, 'content-encoding');
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    const detail = `The body is labelled with the content coding "${coding}"; this server reads bodies as they are.`;
    return refuse(problem('unsupported-media-type', detail, { header: 'Content-Encoding', expected: 'identity' }));
  }
  const charset = charsetParameter.exec(headerValue(rawHeaders, 'content-type') ?? '')?.[1];
  if (charset !== undefined && !readableCharsets.has(charset.toLowerCase())) {
    const detail = `The body is labelled as text in "${charset}"; this server reads UTF-8.`;
    return refuse(problem('unsupported-media-type', detail, { header: 'Content-Type', expected: 'utf-8' }));
  }
  if (text === undefined) return refuse(problem('bad-body', 'The body is not valid UTF-8.'));
  return accept(text);
}
