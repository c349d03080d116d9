import { findRecords } from '../../features/fixtures/model/reveal-record.ts';
import type { Action } from '../../ui/base/action.tsx';
import { go } from '../base/views.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { actionsOf } from './action-inputs.ts';

type Searched = Pick<Workbench, 'fixtures' | 'requests' | 'expectations'>;

/**
 * Searches for a text that may name no action: in the collection in view, in the log, and in the others of `collections`.
 * None for an empty text.
 */
export function searchActions(
  { fixtures, requests, expectations }: Searched,
  collections: readonly string[],
  search: string,
): readonly Action[] {
  const text = search.trim();
  if (text === '') return [];
  const shown = fixtures.state.collection;
  const inCollection = (name: string) => ({
    id: `search.records.${name}`,
    title: `Search ${name} for “${text}”`,
    run: () => {
      go('fixtures');
      findRecords(fixtures, name, text);
    },
  });
  const inLog = {
    id: 'search.requests',
    title: `Search the requests for “${text}”`,
    run: () => {
      go('requests');
      expectations.show(false);
      requests.search(text);
    },
  };
  const own = collections.filter((name) => name === shown);
  const others = collections.filter((name) => name !== shown);
  return actionsOf({ group: 'Search' }, [...own.map(inCollection), inLog, ...others.map(inCollection)]);
}
