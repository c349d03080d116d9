import { basename } from 'node:path';
import { describeSession } from '../commands/sessions.ts';
import type { Exports } from '../export/exports.ts';
import type { MockServer } from '../http/app/mock-server.ts';
import type { LogPersistence } from '../log/log-persistence.ts';
import type { RequestLog } from '../log/request-log.ts';
import type { Verifier } from '../verification/verifier.ts';
import type { Room } from '../workspace/open-workspace.ts';
import { describeRecent, type FileDialogs } from '../workspace/workspace-files.ts';
import type { Slices } from './feed.ts';

interface Sources {
  readonly room: () => Room;
  readonly server: () => MockServer;
  readonly log: RequestLog;
  readonly keeper: () => LogPersistence;
  readonly verifier: Verifier;
  readonly exports: Exports;
  readonly dialogs: FileDialogs | undefined;
  readonly isFirstRun: boolean;
}

/** What each slice of the console's state is made from. */
export function slicesOf({ room, server, log, keeper, verifier, exports, dialogs, isFirstRun }: Sources): Slices {
  return {
    workspace: () => {
      const { workspace, file, notes } = room();
      return {
        name: workspace.title,
        file: basename(file.path),
        readOnly: file.readOnly,
        settings: workspace.settings,
        notes,
        recent: dialogs ? dialogs.recent().map(describeRecent) : null,
        isFirstRun,
      };
    },
    server: () => server().state,
    collections: () =>
      Array.from(room().workspace.collections.values(), ({ definition, size, changedCount, revision }) => ({
        name: definition.name,
        key: definition.key,
        count: size,
        changed: changedCount,
        revision,
      })),
    scenarios: () => [...room().workspace.scenarios.values()],
    scenario: () => room().workspace.runs.active,
    sessions: () => room().sessions.all().map(describeSession),
    snapshots: () => room().snapshots.state,
    saved: () => room().workspace.requests,
    save: () => room().saver.state,
    history: () => ({ undo: room().history.undoLabel, redo: room().history.redoLabel }),
    log: () => ({ ...log.state, ...keeper().state }),
    expectations: () => verifier.state,
    importing: () => room().imports.progress,
    exporting: () => exports.progress,
    working: () => room().work.progress,
  };
}
