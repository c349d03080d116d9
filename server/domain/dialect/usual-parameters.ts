/** Recognizes parameters that a client knows from another service, to tell what this mock calls them. */
import { readConditionName } from './condition-name.ts';
import type { Dialect, ParameterRole } from './dialect.ts';
import { dialects } from './dialects.ts';

/** Names that services give to parameters, in small letters and without separators. */
const usualNames: Readonly<Partial<Record<ParameterRole, readonly string[]>>> = {
  limit: ['pagesize', 'size', 'take', 'top', 'max', 'maxresults', 'count', 'rows', 'length', 'resultsperpage'],
  offset: ['skip', 'start', 'startindex', 'firstresult'],
  page: ['pagenumber', 'pageno', 'pageindex', 'pagenr'],
  cursor: ['after', 'startingafter', 'pagetoken', 'nexttoken', 'nextpagetoken', 'continuationtoken', 'marker'],
  since_id: ['since', 'minid', 'afterid'],
  sort: ['orderby', 'ordering', 'sortby', 'sortfield'],
  order: ['sortorder', 'sortdir', 'sortdirection', 'direction', 'dir'],
  filter: ['where', 'query', 'filterby'],
};

/** The parameter of the dialect that has the purpose of a name such as `pageSize` elsewhere; undefined for other names. */
export function usualParameter(name: string, { parameters }: Dialect): string | undefined {
  const plain = name.replace(/[^A-Za-z]/g, '').toLowerCase();
  const roles = Object.entries(usualNames) as [ParameterRole, readonly string[]][];
  const role = roles.find(([, names]) => names.includes(plain))?.[0];
  return role && parameters[role];
}

/** The other dialects in which the name is a parameter of lists, or a condition on one of the fields. */
export function dialectsWith(name: string, isField: (name: string) => boolean, than: Dialect): readonly Dialect[] {
  return Object.values(dialects).filter((one) => {
    if (one.name === than.name) return false;
    if (Object.values(one.parameters).includes(name)) return true;
    const condition = one.conditions && readConditionName(one.conditions, name);
    return condition != null && condition.field !== name && isField(condition.field);
  });
}
