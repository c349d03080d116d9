import { expect, test } from 'vitest';
import { emptyWorkspace } from '../../../server/store/empty-workspace.ts';

test('a new workspace has users without records, and is in its only scenario', () => {
  expect(emptyWorkspace('Team')).toMatchObject({
    name: 'Team',
    collections: [{ definition: { name: 'users', key: 'userId', sort: null, time: 'created_at' }, records: [] }],
    scenarios: [{ name: 'Default' }],
    requests: [],
    scenario: 'Default',
  });
});
