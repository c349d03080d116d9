import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';

/** The parts of a request target (RFC 9112, 3.2), not decoded. */
export interface RequestTarget {
  /** The authority of a target in absolute form, which overrides the Host header; null for other forms. */
  readonly authority: string | null;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
}

const absoluteForm = /^https?:\/\/([^/?]*)(.*)$/i;

/**
 * Parses a request target. Refused with `bad-path` for a character that a URI cannot contain: one reader would take `é`
 * for Latin-1, the next for UTF-8.
 */
export function parseTarget(target: string): Result<RequestTarget> {
  if (/[^!-~]|#/.test(target)) {
    const detail = 'The request target has a character that a URI cannot contain; it must be percent-encoded.';
    return refuse(problem('bad-path', detail));
  }
  if (target.startsWith('/')) return accept(split(null, target));
  const absolute = absoluteForm.exec(target);
  if (!absolute) {
    return refuse(
      problem('bad-path', 'The request target must be a path, or a URI that starts with http:// or https://.'),
    );
  }
  const [, authority = '', rest = ''] = absolute;
  return accept(split(authority, rest.startsWith('/') ? rest : `/${rest}`));
}

/** The authority of a target in absolute form; null for other forms and for a target that cannot be parsed. */
export function targetAuthority(target: string): string | null {
  return target.startsWith('/') ? null : (absoluteForm.exec(target)?.[1] ?? null);
}

function split(authority: string | null, pathAndQuery: string): RequestTarget {
  const mark = pathAndQuery.indexOf('?');
  if (mark < 0) return { authority, path: pathAndQuery, query: '' };
  return { authority, path: pathAndQuery.slice(0, mark), query: pathAndQuery.slice(mark + 1) };
}
