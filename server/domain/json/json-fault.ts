import type { TextPlace } from './text-window.ts';

/** Why a text is refused as JSON. */
export interface JsonFault extends TextPlace {
  readonly kind: 'syntax' | 'too-deep' | 'too-many-values' | 'duplicate-name' | 'lone-surrogate' | 'inexact-number';
  /** A sentence that begins with the line and column. */
  readonly detail: string;
  /** JSON pointer (RFC 6901) of the value that was being read. */
  readonly pointer: string;
}

/** A fault at the position. */
export interface Stop {
  readonly kind: JsonFault['kind'];
  readonly detail: string;
}

export function stop(kind: Stop['kind'], detail: string): Stop {
  return { kind, detail };
}

/** Stops the scan for a pause inside a long string. */
export const paused = stop('syntax', '');

export const stringFaults = {
  'bad-escape': stop('syntax', 'JSON has no such escape sequence.'),
  'control-character': stop('syntax', 'a control character in a string must be written as an escape sequence.'),
  'lone-surrogate': stop('lone-surrogate', 'the string has half of a surrogate pair, which UTF-8 cannot carry.'),
};
