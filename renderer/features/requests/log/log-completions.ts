import { logFields } from '../../../../server/contract/schema/log-query.ts';

const values: Readonly<Record<string, readonly string[]>> = {
  method: ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'],
  is: ['pinned', 'noted', 'sent', 'upstream'],
  status: ['2xx', '3xx', '4xx', '5xx', '304', '404', '412', '429', 'none'],
};

/** Completions of the last word of a search: field names, common values of some fields, and the request of a number. */
export function completionsOf(search: string): readonly string[] {
  const start = search.lastIndexOf(' ') + 1;
  const before = search.slice(0, start);
  const word = search.slice(start).toLowerCase();
  if (/^\d+$/.test(word)) return [`${before}#${word}`];
  const [field = '', value] = word.split(':', 2);
  const isField = logFields.some((name) => name === field.replace(/^-/, ''));
  const words =
    value === undefined || !isField
      ? logFields.map((name) => `${word.startsWith('-') ? '-' : ''}${name}:`)
      : (values[field.replace(/^-/, '')] ?? []).map((one) => `${field}:${one}`);
  return words.filter((one) => one.startsWith(word) && one !== word).map((one) => before + one);
}
