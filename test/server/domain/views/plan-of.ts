import { defaultDialect } from '../../../../server/domain/dialect/default-dialect.ts';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import { listParameters } from '../../../../server/domain/list/list-parameters.ts';
import type { SharedCollection } from '../../../../server/domain/records/shared-collection.ts';
import { parseQueryString } from '../../../../server/domain/request/query-string.ts';
import { parseSort } from '../../../../server/domain/sort/sort-parameter.ts';

/** The filter and sort of a request. */
export function planOf(collection: SharedCollection, where: string, order: string) {
  const parameters = parseQueryString(where);
  const parsed = parameters.ok
    ? parseFilter(parameters.value, collection.fields, { lenient: false, reserved: listParameters(defaultDialect) })
    : parameters;
  const given = new URLSearchParams(order);
  const sortParameters = { sort: given.get('sort') ?? undefined, order: given.get('order') ?? undefined };
  const sorted = parseSort(sortParameters, collection.fields, 'own');
  if (!parsed.ok || !sorted.ok) throw new Error('The plan is refused');
  return { filter: parsed.value.filter, sort: sorted.value };
}
