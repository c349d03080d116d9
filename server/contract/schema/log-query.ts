import { type LocalSpan, localCount, readLocalSpan } from './log-time.ts';
import type { RequestSummary } from './state.ts';

/** The fields of a search. */
export const logFields = [
  ...(['method', 'path', 'status', 'scenario', 'session', 'header', 'body'] as const),
  ...(['since', 'until', 'is', 'note', 'duration', 'client', 'connection', 'instance', 'number'] as const),
] as const;
type TextField = Exclude<(typeof logFields)[number], 'since' | 'until'> | 'any';

/** One condition of a search; all must hold. `not` negates it; `any` searches what a row of the log shows. */
export type LogTerm =
  | {
      readonly field: TextField;
      /** In lower case. */
      readonly value: string;
      readonly not: boolean;
    }
  | { readonly field: 'since' | 'until'; readonly span: LocalSpan; readonly not: boolean };

/** Words; quotation marks keep one with spaces together. */
const words = /(?:"[^"]*"?|[^\s"])+/g;
const numberTerm = /^(-?)#(\d+)$/;
const fieldTerm = /^(-?)([a-z]+):(.*)$/s;
const isField = (name: string): name is (typeof logFields)[number] => logFields.some((field) => field === name);

/**
 * Parses a search of the request log: words and `field:value`, with quotation marks around spaces and a minus for negation,
 * as in `status:412 path:/users body:"Ada Lovelace" -method:get`. Every text is valid: an unknown field is an ordinary word,
 * a field without a value is ignored. `since:10:02:03` and `until:10:02:09.5` are inclusive local times, also with a date as
 * in `since:2026-02-01T10:02`. `#12` is short for `number:12`, one request. `duration:>100`, `duration:<20` and `duration:20-50` compare milliseconds. `is:` selects `pinned`, `noted`, `sent` by hand in
 * the console, or from the `upstream`.
 */
export function parseLogQuery(text: string): readonly LogTerm[] {
  return Array.from(text.toLowerCase().matchAll(words), ([word]) => readTerm(word)).filter((term) => term !== null);
}

function readTerm(word: string): LogTerm | null {
  const [, sign, digits = ''] = numberTerm.exec(word) ?? [];
  if (digits !== '') return { field: 'number', value: digits, not: sign === '-' };
  const [, minus, name = '', value = ''] = fieldTerm.exec(word) ?? [];
  if (isField(name)) return readFieldTerm(name, unquoted(value), minus === '-');
  const not = word.startsWith('-') && word.length > 1;
  const wanted = unquoted(not ? word.slice(1) : word);
  return wanted === '' ? null : { field: 'any', value: wanted, not };
}

/** Null for a field without a value. */
function readFieldTerm(field: (typeof logFields)[number], value: string, not: boolean): LogTerm | null {
  if (field !== 'since' && field !== 'until') return value === '' ? null : { field, value, not };
  const span = readLocalSpan(value);
  return span && { field, span, not };
}

function unquoted(text: string): string {
  return text.replaceAll('"', '');
}

/** True for a term about headers or bodies, which a row does not hold. */
function isAboutMessages({ field }: LogTerm): boolean {
  return field === 'body' || field === 'header';
}

/** The terms of a search about headers and bodies, as a search; empty without such a term. */
export function messageQuery(text: string): string {
  const isDeep = (word: string) => {
    const term = readTerm(word.toLowerCase());
    return term !== null && isAboutMessages(term);
  };
  return Array.from(text.matchAll(words), ([word]) => word)
    .filter(isDeep)
    .join(' ');
}

/** True when a row meets a term. A term about headers or bodies always passes here. */
export function rowMeets(row: RequestSummary, term: LogTerm): boolean {
  return holdsFor(row, term) !== term.not || isAboutMessages(term);
}

function holdsFor(row: RequestSummary, term: LogTerm): boolean {
  switch (term.field) {
    case 'number':
      return row.id === Number(term.value);
    case 'method':
      return row.method.toLowerCase() === term.value;
    case 'status':
      return statusIs(row.status, term.value);
    case 'path':
      return row.path.toLowerCase().includes(term.value);
    case 'scenario':
      return row.scenario.toLowerCase().includes(term.value);
    case 'session':
      return (row.session ?? '').toLowerCase().includes(term.value);
    case 'since':
      return localCount(row.time, term.span) >= term.span.first;
    case 'until':
      return localCount(row.time, term.span) <= term.span.last;
    case 'note':
      return row.note.toLowerCase().includes(term.value);
    case 'is':
      return isKind(row, term.value);
    case 'duration':
      return durationIs(row, term.value);
    case 'client':
      return (row.client ?? '').includes(term.value);
    case 'connection':
      return String(row.connection ?? '') === term.value;
    case 'instance':
      return (row.instance ?? '').toLowerCase().includes(term.value);
    case 'any':
      return rowText(row).includes(term.value);
    default:
      return true;
  }
}

/** `412` is that status, `4xx` its class, `none` a request without a response. */
function statusIs(status: number | null, value: string): boolean {
  if (status === null) return value === 'none';
  return /^[1-5]xx$/.test(value) ? String(status).startsWith(value.charAt(0)) : String(status).startsWith(value);
}

/** Both ends of a range belong to it. A request in progress or without a response has no duration. */
function durationIs({ status, durationMs }: RequestSummary, value: string): boolean {
  if (status === null) return false;
  const [, sign, first = '', last] = /^([<>]?)=?([\d.]+)(?:-([\d.]+))?(?:ms)?$/.exec(value) ?? [];
  if (first === '') return false;
  if (last !== undefined) return durationMs >= Number(first) && durationMs <= Number(last);
  return sign === '<' ? durationMs <= Number(first) : durationMs >= Number(first);
}

function isKind({ pinned, note, origin, upstream }: RequestSummary, value: string): boolean {
  return (
    (value === 'pinned' && pinned) ||
    (value === 'noted' && note !== '') ||
    (value === 'sent' && origin === 'console') ||
    (value === 'upstream' && upstream === true)
  );
}

function rowText({ method, path, status, scenario, session, note }: RequestSummary): string {
  return `${method} ${path} ${status ?? ''} ${scenario} ${session ?? ''} ${note}`.toLowerCase();
}
