import { type LocalSpan, localCount, readLocalSpan } from './log-time.ts';
import type { RequestSummary } from './state.ts';

/** What a term looks at. `any` is what a row of the log shows. */
export const logFields = [
  ...(['method', 'path', 'status', 'scenario', 'session', 'header', 'body'] as const),
  ...(['since', 'until', 'is', 'note'] as const),
] as const;
type TextField = Exclude<(typeof logFields)[number], 'since' | 'until'> | 'any';

/** One condition of a search; all of them must hold. `not`: the request must not have it. */
export type LogTerm =
  | {
      readonly field: TextField;
      /** In lower case. */
      readonly value: string;
      readonly not: boolean;
    }
  | { readonly field: 'since' | 'until'; readonly span: LocalSpan; readonly not: boolean };

/** A word, in which quotation marks hold together what has spaces. */
const words = /(?:"[^"]*"?|[^\s"])+/g;
const fieldTerm = /^(-?)([a-z]+):(.*)$/s;
const isField = (name: string): name is (typeof logFields)[number] => logFields.some((field) => field === name);

/**
 * Reads the search of the request log: words, `field:value`, quotation marks around what has spaces, a minus in front of
 * what must not be there, as in `status:412 path:/users body:"Ada Lovelace" -method:get`. Every text means something:
 * what names no field is looked for as it is, and a field without a value asks for nothing yet. `since:10:02:03` and
 * `until:10:02:09.5` are local times as rows show them, also with a date as in `since:2026-02-01T10:02`, both inclusive;
 * `is:pinned`, `is:noted` and `is:sent`, by hand in the console, are kinds of requests.
 */
export function parseLogQuery(text: string): readonly LogTerm[] {
  return Array.from(text.toLowerCase().matchAll(words), ([word]) => readTerm(word)).filter((term) => term !== null);
}

function readTerm(word: string): LogTerm | null {
  const [, minus, name = '', value = ''] = fieldTerm.exec(word) ?? [];
  if (isField(name)) return readFieldTerm(name, unquoted(value), minus === '-');
  const not = word.startsWith('-') && word.length > 1;
  const wanted = unquoted(not ? word.slice(1) : word);
  return wanted === '' ? null : { field: 'any', value: wanted, not };
}

/** Null for one that asks for nothing yet. */
function readFieldTerm(field: (typeof logFields)[number], value: string, not: boolean): LogTerm | null {
  if (field !== 'since' && field !== 'until') return value === '' ? null : { field, value, not };
  const span = readLocalSpan(value);
  return span && { field, span, not };
}

function unquoted(text: string): string {
  return text.replaceAll('"', '');
}

/** True for a term that a row does not answer: the messages themselves have to be looked at. */
function looksIntoMessages({ field }: LogTerm): boolean {
  return field === 'body' || field === 'header';
}

/** The part of a search that looks into messages, as a search; empty where there is none. */
export function messageQuery(text: string): string {
  const isDeep = (word: string) => {
    const term = readTerm(word.toLowerCase());
    return term !== null && looksIntoMessages(term);
  };
  return Array.from(text.matchAll(words), ([word]) => word)
    .filter(isDeep)
    .join(' ');
}

/** True when a row meets a term; those that look into messages are left to whoever has these. */
export function rowMeets(row: RequestSummary, term: LogTerm): boolean {
  return holdsFor(row, term) !== term.not || looksIntoMessages(term);
}

function holdsFor(row: RequestSummary, term: LogTerm): boolean {
  switch (term.field) {
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
    case 'any':
      return rowText(row).includes(term.value);
    default:
      return true;
  }
}

/** `412` is that status, `4xx` every one of its class, `none` a request without an answer. */
function statusIs(status: number | null, value: string): boolean {
  if (status === null) return value === 'none';
  return /^[1-5]xx$/.test(value) ? String(status).startsWith(value.charAt(0)) : String(status).startsWith(value);
}

function isKind({ pinned, note, origin }: RequestSummary, value: string): boolean {
  return (
    (value === 'pinned' && pinned) || (value === 'noted' && note !== '') || (value === 'sent' && origin === 'console')
  );
}

function rowText({ method, path, status, scenario, session, note }: RequestSummary): string {
  return `${method} ${path} ${status ?? ''} ${scenario} ${session ?? ''} ${note}`.toLowerCase();
}
