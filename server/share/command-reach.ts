import type { CommandInput, CommandName } from '../contract/command.ts';
import { isOwnSetting } from '../workspace/workspace-parts.ts';

/**
 * What becomes of a command: `shared` acts on all instances; `logged` does at one place among their requests; `caught-up` reads
 * the log once it has all requests; `own` reads, or acts on what every instance has of its own;
 * `refused` is the beginning of a sentence that names what is not shared.
 */
type Reach = 'shared' | 'logged' | 'caught-up' | 'own' | { readonly refused: string };

const scenes: Reach = { refused: 'Scenes that an audit plays are' };
const drift: Reach = { refused: 'Edits from a drift report are' };
const upstream: Reach = { refused: 'An upstream is' };
const otherFile: Reach = { refused: 'Another workspace file is' };

export const reaches: { readonly [Name in CommandName]: Reach } = {
  'audit.clients': 'caught-up',
  'audit.run': 'caught-up',
  'audit.report': 'caught-up',
  'audit.scenes': 'own',
  'audit.begin': scenes,
  'audit.step': scenes,
  'audit.end': scenes,
  'audit.cancel': 'own',
  'collections.fields': 'own',
  'collections.check': 'own',
  'collections.inferSchema': 'own',
  'collections.create': 'shared',
  'collections.change': 'shared',
  'collections.duplicate': 'shared',
  'collections.move': 'shared',
  'collections.remove': 'shared',
  'expectations.add': 'logged',
  'expectations.set': 'logged',
  'expectations.list': 'caught-up',
  'expectations.remove': 'logged',
  'expectations.clear': 'logged',
  'drift.run': 'own',
  'drift.exchanges': 'own',
  'drift.apply': drift,
  'drift.report': 'own',
  'upstream.set': upstream,
  'upstream.preview': upstream,
  'upstream.clear': upstream,
  'verification.report': 'caught-up',
  'labs.pagination': 'own',
  'sessions.list': 'own',
  'sessions.reset': 'shared',
  'sessions.requirePrecondition': 'shared',
  'sessions.drop': 'shared',
  'state.reset': 'shared',
  'state.keep': 'shared',
  'state.diff': 'own',
  'state.compare': 'own',
  'snapshots.list': 'own',
  'snapshots.save': 'shared',
  'snapshots.rename': 'shared',
  'snapshots.restore': 'shared',
  'snapshots.remove': 'shared',
  'records.change': 'shared',
  'records.paste': 'shared',
  'records.generate': 'shared',
  'users.setStatus': 'shared',
  'records.page': 'own',
  'records.find': 'own',
  'records.get': 'own',
  'records.check': 'own',
  'records.put': 'shared',
  'records.patch': 'shared',
  'records.remove': 'shared',
  'records.prepare': 'shared',
  'records.export': 'own',
  'requests.list': 'caught-up',
  'requests.get': 'own',
  'requests.find': 'caught-up',
  'requests.send': 'own',
  'saved.put': 'shared',
  'saved.remove': 'shared',
  'saved.rename': 'shared',
  'requests.mark': 'own',
  'requests.clear': 'logged',
  'requests.restore': 'logged',
  'requests.export': 'caught-up',
  'scenarios.put': 'shared',
  'scenarios.remove': 'shared',
  'scenarios.move': 'shared',
  'scenarios.export': 'own',
  'scenarios.import': 'shared',
  'scenarios.ready': 'own',
  'scenarios.addReady': 'shared',
  'scenarios.dryRun': 'own',
  'scenario.activate': 'shared',
  'timeline.get': 'own',
  'timeline.steps': 'own',
  'timeline.moment': 'own',
  'timeline.request': 'own',
  'timeline.page': 'own',
  'timeline.restore': 'shared',
  'timeline.replay': 'own',
  'timeline.replayed': 'own',
  'workspace.get': 'own',
  'workspace.export': 'own',
  'workspace.create': otherFile,
  'workspace.open': otherFile,
  'workspace.backups': 'own',
  'workspace.restoreBackup': { refused: 'Going back to a backup is' },
  'workspace.saveAs': otherFile,
  'workspace.overwrite': 'own',
  'workspace.reload': { refused: 'Reading the workspace file again is' },
  'import.preview': 'own',
  'import.rows': 'own',
  'import.apply': 'shared',
  'jobs.cancel': 'own',
  'workspace.rename': 'shared',
  'settings.set': 'shared',
  'server.start': 'own',
  'server.reach': 'own',
  'server.stop': 'own',
  'history.undo': 'shared',
  'history.redo': 'shared',
  'history.list': 'own',
  'history.goTo': 'shared',
};

/** The part of a command that is not shared, as the beginning of a sentence; undefined for a command that can be carried out. */
export function refusedPart<Name extends CommandName>(name: Name, input: CommandInput<Name>): string | undefined {
  const reach = reaches[name];
  if (typeof reach === 'object') return reach.refused;
  // A change of the engine is of one session or of all clients; this one would change the session and the fixtures of all.
  if (name === 'state.keep' && 'session' in input && input.session !== undefined) return 'Keep in a session is';
  if (name !== 'settings.set') return undefined;
  const own = Object.keys((input as CommandInput<'settings.set'>).settings).filter(isOwnSetting);
  return own.length === 0 ? undefined : `A setting of one instance alone (${own.join(', ')}) is`;
}
