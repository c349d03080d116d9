import type { RequestSummary } from './state.ts';

/** What a term looks at. `any` is what a row of the log shows. */
export const logFields = ['method', 'path', 'status', 'scenario', 'session', 'header', 'body'] as const;
export type LogField = (typeof logFields)[number] | 'any';

/** One condition of a search; all of them must hold. */
export interface LogTerm {
  readonly field: LogField;
  /** In lower case. */
  readonly value: string;
  /** True: the request must not have it. */
  readonly not: boolean;
}

/** A word, in which quotation marks hold together what has spaces. */
const words = /(?:"[^"]*"?|[^\s"])+/g;
const fieldTerm = /^(-?)([a-z]+):(.*)$/s;
const isField = (name: string): name is (typeof logFields)[number] => logFields.some((field) => field === name);

/**
 * Reads the search of the request log: words, `field:value`, quotation marks around what has spaces, a minus in front of
 * what must not be there, as in `status:412 path:/users body:"Ada Lovelace" -method:get`. Every text means something:
 * what names no field is looked for as it is, and a field without a value asks for nothing yet.
 */
export function parseLogQuery(text: string): readonly LogTerm[] {
  return Array.from(text.toLowerCase().matchAll(words), ([word]) => readTerm(word)).filter(({ value }) => value !== '');
}

function readTerm(word: string): LogTerm {
  const [, minus, name = '', value = ''] = fieldTerm.exec(word) ?? [];
  if (isField(name)) return { field: name, value: unquoted(value), not: minus === '-' };
  const not = word.startsWith('-') && word.length > 1;
  return { field: 'any', value: unquoted(not ? word.slice(1) : word), not };
}

function unquoted(text: string): string {
  return text.replaceAll('"', '');
}

/** True for a term that a row does not answer: the messages themselves have to be looked at. */
export function looksIntoMessages({ field }: LogTerm): boolean {
  return field === 'body' || field === 'header';
}

/** True when a row meets a term; those that look into messages are left to whoever has these. */
export function rowMeets(row: RequestSummary, { field, value, not }: LogTerm): boolean {
  switch (field) {
    case 'method':
      return (row.method.toLowerCase() === value) !== not;
    case 'status':
      return statusIs(row.status, value) !== not;
    case 'path':
      return row.path.toLowerCase().includes(value) !== not;
    case 'scenario':
      return row.scenario.toLowerCase().includes(value) !== not;
    case 'session':
      return (row.session ?? '').toLowerCase().includes(value) !== not;
    case 'any':
      return rowText(row).includes(value) !== not;
    default:
      return true;
  }
}

/** `412` is that status, `4xx` every one of its class, `none` a request without an answer. */
function statusIs(status: number | null, value: string): boolean {
  if (status === null) return value === 'none';
  return /^[1-5]xx$/.test(value) ? String(status).startsWith(value.charAt(0)) : String(status).startsWith(value);
}

function rowText({ method, path, status, scenario, session }: RequestSummary): string {
  return `${method} ${path} ${status ?? ''} ${scenario} ${session ?? ''}`.toLowerCase();
}
