import type { Action } from '../../ui/base/action.tsx';
import { go } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** The actions on the collections of the workspace, most of them on the one in view. */
export function collectionActions({ view, collections, collection, order, fixtures }: ActionInputs): readonly Action[] {
  const names = order === '' ? [] : order.split(' ');
  const place = names.indexOf(collection);
  const ofShown = { enabled: view === 'fixtures' && place >= 0 };
  const isUsers = collection === 'users';
  return actionsOf({ group: 'Collections' }, [
    {
      id: 'collections.new',
      title: 'New collection…',
      shortcut: 'Shift+a',
      isLocal: true,
      run: () => {
        go('fixtures');
        collections.beginNew();
      },
    },
    {
      ...ofShown,
      id: 'collections.settings',
      title: 'Collection settings…',
      shortcut: 'i',
      run: () => collections.beginSettings(),
    },
    {
      ...ofShown,
      id: 'collections.duplicate',
      title: 'Duplicate the collection',
      once: true,
      run: () => collections.duplicate(),
    },
    {
      id: 'collections.left',
      title: 'Move the collection left',
      enabled: ofShown.enabled && place > 0,
      why: 'It is the first collection.',
      run: () => collections.step(-1),
    },
    {
      id: 'collections.right',
      title: 'Move the collection right',
      enabled: ofShown.enabled && place < names.length - 1,
      why: 'It is the last collection.',
      run: () => collections.step(1),
    },
    {
      id: 'collections.remove',
      title: 'Delete the collection',
      enabled: ofShown.enabled && !isUsers,
      why: 'GET /users/{userId} reads users, so it stays.',
      run: () => void collections.remove(),
    },
    ...names.map((name) => ({
      id: `collections.open.${name}`,
      title: `Show ${name}`,
      enabled: view !== 'fixtures' || name !== collection,
      run: () => {
        go('fixtures');
        fixtures.open(name);
      },
    })),
  ]);
}
