import { expect, test } from 'vitest';
import { rankedActions } from '../../../../renderer/app/frame/ranked-actions.ts';
import type { Action } from '../../../../renderer/ui/base/action.tsx';

const action = (group: string, title: string, note?: string): Action => ({
  id: title,
  group,
  title,
  ...(note !== undefined && { note }),
  enabled: true,
  run: () => {},
});

const actions = [
  action('Data', 'Undo', 'change of scenario All is down'),
  action('Data', 'Reset the live state'),
  action('Records', 'Delete the record'),
  action('Switch scenario', 'Default'),
  action('Switch scenario', 'All is down', 'Every request gets 503.'),
];

const found = (search: string, here?: string) =>
  rankedActions(actions, search, here).map((group) => [group.name, ...group.actions.map(({ title }) => title)]);

test('without a search, all actions are listed in their order, those of the open view first', () => {
  expect(found('')).toEqual([
    ['Data', 'Undo', 'Reset the live state'],
    ['Records', 'Delete the record'],
    ['Switch scenario', 'Default', 'All is down'],
  ]);
  expect(found('  ', 'Records').map(([name]) => name)).toEqual(['Records', 'Data', 'Switch scenario']);
});

test('an action whose name has the words comes before one whose note has them, also of another group', () => {
  expect(found('all is down', 'Data')).toEqual([
    ['Switch scenario', 'All is down'],
    ['Data', 'Undo'],
  ]);
  expect(found('503')).toEqual([['Switch scenario', 'All is down']]);
});

test('the beginning of a word counts more than its inside, and the name of the group counts as one', () => {
  expect(found('de')).toEqual([
    ['Records', 'Delete the record'],
    ['Switch scenario', 'Default'],
  ]);
  expect(found('e')).toEqual([
    ['Data', 'Reset the live state', 'Undo'],
    ['Records', 'Delete the record'],
    ['Switch scenario', 'Default', 'All is down'],
  ]);
  expect(found('scenario DOWN')).toEqual([
    ['Switch scenario', 'All is down'],
    ['Data', 'Undo'],
  ]);
});

test('a search without a match finds nothing', () => {
  expect(found('default 503')).toEqual([]);
});
