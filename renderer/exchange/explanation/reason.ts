import type { RequestDetail } from '../../../server/contract/schema/output.ts';

/**
 * The sentence that says why a request got its response: the verdict, else the detail of the problem in the response. Null
 * if there is neither.
 */
export function reasonOf({ explanation, response }: RequestDetail): string | null {
  if (explanation?.verdict) return explanation.verdict;
  const type = response?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (!/^application\/problem\+json\b/i.test(type)) return null;
  try {
    const { detail } = JSON.parse(response?.body?.content ?? '');
    return typeof detail === 'string' ? detail : null;
  } catch {
    return null;
  }
}
