import type { Work } from '../../domain/basics/work.ts';
import { isJsonObject } from '../../domain/json/json.ts';
import { parseJsonInPieces } from '../../domain/json/json-text.ts';
import { valueName } from '../../domain/json/wording.ts';
import { type LineValue, type LineValues, noProgress, type ReadProgress, type RefusedLine } from './read-records.ts';

/** Characters after which reading pauses. */
const pieceCharacters = 65_536;

/** Reads records from NDJSON, one JSON object per line; skips empty lines. Pauses every few hundred lines. */
export function* readNdjson(text: string, progress: ReadProgress = noProgress): Work<LineValues> {
  const values: LineValue[] = [];
  const refused: RefusedLine[] = [];
  let line = 0;
  let paused = 0;
  for (let start = 0, end = 0; start < text.length; start = end + 1) {
    end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    line += 1;
    const content = text.slice(start, end);
    if (content.trim() !== '') yield* readLine(content, line, values, refused);
    if (end - paused < pieceCharacters) continue;
    paused = end;
    progress(end / text.length);
    yield;
  }
  return { values, refused, columns: null };
}

function* readLine(content: string, line: number, values: LineValue[], refused: RefusedLine[]): Work<void> {
  const parsed = yield* parseJsonInPieces(content);
  if (!parsed.ok) refused.push({ line, reason: withoutLine(parsed.problem.detail) });
  else if (isJsonObject(parsed.value)) values.push({ line, value: parsed.value });
  else refused.push({ line, reason: `a record must be an object, but this is ${valueName(parsed.value)}` });
}

/** A parser's sentence as a clause, without the line number, which is always 1. */
function withoutLine(sentence: string): string {
  return sentence.replace(/^Line 1, (.*)\.$/, '$1');
}
