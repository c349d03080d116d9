import { defaultSettings } from '../domain/model/settings.ts';
import { defaultScenario } from '../domain/scenario/scenario.ts';
import type { Workspace } from '../domain/workspace/workspace.ts';

/** A new workspace with an empty collection of users. */
export function emptyWorkspace(name: string): Workspace {
  return {
    name,
    settings: defaultSettings,
    collections: [
      { definition: { name: 'users', key: 'userId', sort: null, time: 'created_at', schema: null }, records: [] },
    ],
    scenarios: [defaultScenario],
    requests: [],
    scenario: defaultScenario.name,
  };
}
