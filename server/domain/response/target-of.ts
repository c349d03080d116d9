import { decodeSegment } from '../request/path-segment.ts';
import type { RuleTarget } from '../scenario/rule-match.ts';

/** What a request for that path is about, as the endpoints decide it; asked where no request is answered. */
export function targetOf(path: string): RuleTarget {
  const [before, room, first, second, ...rest] = path.split('/');
  if (before !== '' || first === undefined || rest.length > 0) return { collection: null, id: null };
  if (room === 'users' && second === undefined) return { collection: 'users', id: decoded(first) };
  if (room === 'api' && first !== '')
    return { collection: decoded(first), id: second === undefined ? null : decoded(second) };
  return { collection: null, id: null };
}

function decoded(segment: string): string | null {
  const name = decodeSegment(segment);
  return name.ok ? name.value : null;
}
