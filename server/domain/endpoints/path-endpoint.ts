import type { Problem } from '../basics/problem.ts';
import { accept, type Result } from '../basics/result.ts';
import { recordPathAt } from '../model/collection-path.ts';
import { decodeSegment } from '../request/path-segment.ts';
import type { PathMatch } from '../request/path-table.ts';
import type { QueryParameter } from '../request/query-string.ts';
import { isKeyed, respondOnce } from '../response/respond-once.ts';
import { type Scope, wholeCollection } from '../response/scope.ts';
import type { MockContext } from '../session/context.ts';
import { type Endpoint, noRoute, startExchange } from './endpoint.ts';
import { respondWithList } from './list-endpoint.ts';
import { respondWithRecord } from './record-endpoint.ts';

/**
 * Answers requests for the paths that the workspace gives its collections; undefined for all other paths, which the fixed
 * endpoints serve.
 */
export function endpointOfPath({ paths }: MockContext, path: string): Endpoint['respond'] | undefined {
  const found = paths.find(path);
  if (found === 'other') return undefined;
  if (found === 'unserved') return noRoute;
  return (context, request) => {
    const exchange = startExchange(context, request, paths.routeOf);
    const scope = scopeOf(found, request.path);
    if (!scope.ok) return exchange.refuse(scope.problem);
    const id = idOf(found);
    if (!id.ok) return exchange.refuse(id.problem);
    const early = exchange.earlyResponse();
    if (early) return early;
    exchange.scope = scope.value;
    const { value } = id;
    const respond = () =>
      value === null
        ? respondWithList(exchange, found.collection)
        : respondWithRecord(exchange, found.collection, value);
    return isKeyed(exchange) ? respondOnce(exchange, respond) : respond();
  };
}

function idOf({ id }: PathMatch): Result<string | null, Problem> {
  return id?.from === 'request' ? decodeSegment(id.text) : accept(id?.text ?? null);
}

function scopeOf(
  { id, members: named, hasRecords, recordPath: elsewhere }: PathMatch,
  path: string,
): Result<Scope, Problem> {
  const members: QueryParameter[] = [];
  for (const { name, text } of named) {
    const value = decodeSegment(text);
    if (!value.ok) return value;
    members.push({ name, value: value.value });
  }
  if (id) return accept({ members, recordPath: () => path });
  if (hasRecords) return accept({ members, recordPath: (_, one) => `${path}/${encodeURIComponent(one)}` });
  if (elsewhere === null) return accept({ ...wholeCollection, members });
  return accept({ members, recordPath: (_, one) => recordPathAt(elsewhere, one) });
}
