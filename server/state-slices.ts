import { basename } from 'node:path';
import type { Exports } from './exports.ts';
import type { Slices } from './feed.ts';
import type { RequestLog } from './http/request-log.ts';
import type { LogKeeper } from './log-keeper.ts';
import type { MockServer } from './mock-server.ts';
import type { Room } from './open-room.ts';
import { describeSession } from './session-handlers.ts';
import type { Verifier } from './verifier.ts';
import { describeRecent, type FileDialogs } from './workspace-files.ts';

interface Sources {
  readonly room: () => Room;
  readonly server: () => MockServer;
  readonly log: RequestLog;
  readonly keeper: () => LogKeeper;
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
