import type { Dialect } from '../../../server/domain/dialect/dialect.ts';
import { pageNames } from '../../../server/domain/list/list-parameters.ts';
import { headerOf } from '../../exchange/headers.ts';
import { type Piece, parameterOf, readPieces } from '../../exchange/pieces.ts';
import { type Subject, splitTarget } from '../../exchange/subject.ts';
import { isCondition } from './filter/filter-parameters.ts';
import { conditionHeaders } from './model/conditions.ts';
import type { Draft } from './model/draft.ts';

export type EditorId = 'filter' | 'sort' | 'page' | 'change' | 'body' | 'conditions' | 'headers';

/** The editors that suit a request, in the order of their tabs. */
export function editorsFor({ method, body }: Draft, subject: Subject): readonly EditorId[] {
  const isRead = method === 'GET' || method === 'HEAD';
  const parts: EditorId[] = [];
  if (subject.kind === 'list' && isRead) parts.push('filter', 'sort', 'page');
  if (subject.kind === 'record' && method === 'PATCH') parts.push('change');
  else if (body !== null || method === 'POST' || method === 'PUT' || method === 'PATCH') parts.push('body');
  if (subject.kind === 'record' || subject.kind === 'list') parts.push('conditions');
  return [...parts, 'headers'];
}

/** The number of entries in a part of the request. */
export function countOf(id: EditorId, { headers, body }: Draft, pieces: readonly Piece[], dialect: Dialect): number {
  const { filter, sort = 'sort' } = dialect.parameters;
  switch (id) {
    case 'filter':
      return pieces.filter((piece) => isCondition(piece, dialect) || piece.name === filter).length;
    case 'sort':
      return parameterOf(pieces, sort)?.split(',').length ?? 0;
    case 'page':
      return pieces.filter(({ name }) => pageNames(dialect).has(name)).length;
    case 'change':
    case 'body':
      return body === null ? 0 : 1;
    case 'conditions':
      return conditionHeaders.filter((header) => headerOf(headers, header) !== undefined).length;
    case 'headers':
      return headers.length;
  }
}

/** The editor to show for a request that was just opened: the first that has something in it; null if none has. */
export function editorToOpen(draft: Draft, subject: Subject, dialect: Dialect): EditorId | null {
  const pieces = readPieces(splitTarget(draft.target).query);
  const offered = editorsFor(draft, subject);
  return offered.find((id) => countOf(id, draft, pieces, dialect) > 0) ?? null;
}
