import { isUtf8 } from 'node:buffer';
import { type LongText, LongTextWriter } from '../../domain/basics/long-text.ts';
import { type Problem, problem } from '../../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { encodingNote, encodingOf, windowsText } from '../../domain/basics/text-encoding.ts';
import { finish, type Work } from '../../domain/basics/work.ts';
import { decodeInPieces, shortText } from '../../message/long-text.ts';

const byteOrderMark = '\ufeff';

/** The text of a file. */
export interface FileContent<Text> {
  readonly text: Text;
  /** A sentence about an encoding that is a guess. */
  readonly note: string | undefined;
}

/**
 * Decodes a file as {@link encodingOf} says, without its byte order mark. Refuses other bytes with `invalid-workspace` and their
 * line, because a save would lose them.
 */
export function decodeText(bytes: Buffer, fileName: string): Result<FileContent<string>> {
  if (!isUtf8(bytes)) {
    const other = finish(decodeOther(bytes, fileName));
    return other.ok ? accept({ ...other.value, text: other.value.text.toString() }) : other;
  }
  const text = bytes.toString('utf8');
  return accept({ text: text.startsWith(byteOrderMark) ? text.slice(1) : text, note: undefined });
}

/** {@link decodeText} with pauses. */
export function* decodeTextInPieces(bytes: Buffer, fileName: string): Work<Result<FileContent<LongText>>> {
  const text = yield* decodeInPieces(bytes);
  return text === undefined ? yield* decodeOther(bytes, fileName) : accept({ text, note: undefined });
}

/** Decodes bytes that are not UTF-8. */
function* decodeOther(bytes: Buffer, fileName: string): Work<Result<FileContent<LongText>>> {
  const encoding = encodingOf(bytes, fileName, () => false);
  if (encoding === undefined) return refuse(notText(bytes));
  const decoder = new TextDecoder(encoding, { fatal: true });
  const text = new LongTextWriter();
  for (let start = 0; start < bytes.length; start += shortText) {
    const piece = bytes.subarray(start, start + shortText);
    try {
      const stream = start + shortText < bytes.length;
      text.write(
        encoding === 'windows-1252' ? windowsText(piece.toString('latin1')) : decoder.decode(piece, { stream }),
      );
    } catch {
      return refuse(problem('invalid-workspace', 'The file begins as UTF-16 text but is damaged.'));
    }
    yield;
  }
  return accept({ text: text.end(), note: encodingNote(encoding) });
}

/** The problem of bytes that are not UTF-8. */
export function notText(bytes: Buffer): Problem {
  let line = 1;
  let start = 0;
  for (
    let end = bytes.indexOf(0x0a);
    end !== -1 && isUtf8(bytes.subarray(start, end));
    end = bytes.indexOf(0x0a, start)
  ) {
    line += 1;
    start = end + 1;
  }
  return problem('invalid-workspace', `Line ${line}: the bytes are not UTF-8 text.`);
}

/** Characters of a slice: about a millisecond of work. */
const sliceLength = 131_072;

/** Joins small pieces of text into slices, made on demand, so that writing them never blocks the event loop for long. */
export function* inSlices(pieces: Iterable<string>): Generator<string> {
  let slice = '';
  for (const piece of pieces) {
    slice += piece;
    if (slice.length < sliceLength) continue;
    yield slice;
    slice = '';
  }
  if (slice !== '') yield slice;
}

/** The elements of an array with a line for each, including the line breaks around them. */
export function* onLines(elements: Iterable<{ readonly text: string }>, indent: string): Generator<string> {
  let separator = `\n${indent}  `;
  let end = '';
  for (const { text } of elements) {
    yield separator + text;
    separator = `,\n${indent}  `;
    end = `\n${indent}`;
  }
  yield end;
}
