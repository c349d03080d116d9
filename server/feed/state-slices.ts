import { basename } from 'node:path';
import type { ScenePlayer } from '../audit/scene-player.ts';
import type { SessionState, SharingState } from '../contract/schema/state.ts';
import type { Session } from '../domain/session/session.ts';
import type { MockServer } from '../http/app/mock-server.ts';
import type { Upstream } from '../http/upstream/upstream.ts';
import type { LogPersistence } from '../log/log-persistence.ts';
import type { RefusedRequests } from '../log/refused-requests.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Jobs } from '../runtime/jobs.ts';
import type { Verifier } from '../verification/verifier.ts';
import type { CurrentWorkspace } from '../workspace/current-workspace.ts';
import { describeRecent, type FileDialogs } from '../workspace/workspace-files.ts';
import type { Slices } from './feed.ts';

interface Sources {
  readonly workspaces: CurrentWorkspace;
  readonly server: MockServer;
  readonly log: RequestLog;
  readonly refused: RefusedRequests;
  readonly persistence: LogPersistence;
  readonly verifier: Verifier;
  readonly scenePlayer: ScenePlayer;
  readonly upstream: Upstream;
  readonly jobs: Jobs;
  readonly dialogs: FileDialogs | undefined;
  readonly offersTour: boolean;
  readonly sharing: () => SharingState | null;
}

/** The source of each slice of the console's state. */
export function slicesOf(sources: Sources): Slices {
  const { workspaces, server, log, refused, persistence, verifier, scenePlayer, upstream, jobs, dialogs, offersTour } =
    sources;
  return {
    workspace: () => {
      const { workspace, file, notes } = workspaces.current;
      return {
        name: workspace.title,
        file: basename(file.path),
        readOnly: file.readOnly,
        inMemory: file.mode === 'memory',
        saveAs: dialogs ? 'dialog' : file.mode === 'import' && sources.sharing() === null ? 'beside' : null,
        settings: workspace.settings,
        notes,
        recent: dialogs ? dialogs.recent().map(describeRecent) : null,
        offersTour,
      };
    },
    server: () => server.state,
    collections: () =>
      Array.from(
        workspaces.current.workspace.collections.values(),
        ({ definition, base, size, changedCount, revision, defined }) => ({
          name: definition.name,
          key: definition.key,
          paths: definition.paths ?? [],
          count: size,
          fixtures: base.size,
          changed: changedCount,
          revision,
          defined,
        }),
      ),
    scenarios: () => [...workspaces.current.workspace.scenarios.values()],
    scenario: () => workspaces.current.workspace.runs.active,
    sessions: () => workspaces.current.sessions.all().map(describeSession),
    snapshots: () => workspaces.current.snapshots.state,
    saved: () => workspaces.current.workspace.requests,
    save: () => workspaces.current.saver.state,
    history: () => {
      const { undoLabel, redoLabel } = workspaces.current.history;
      return { undo: undoLabel, redo: redoLabel };
    },
    log: () => ({ ...log.state, ...refused.state, ...persistence.state }),
    expectations: () => verifier.state,
    upstream: () => upstream.state,
    sharing: sources.sharing,
    audit: () => scenePlayer.state,
    jobs: () => jobs.state,
  };
}

/** A session as the consoles see it. */
export function describeSession({ name, runs, changedCount, created, lastUsed }: Session): SessionState {
  return { name, scenario: runs.active, changed: changedCount, created, lastUsed };
}
