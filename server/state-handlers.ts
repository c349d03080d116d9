import type { SharedCollection } from './domain/records/shared-collection.ts';
import { accept, type Result } from './domain/result.ts';
import { type Handlers, type HostParts, performEdit } from './host-parts.ts';

type StateCommand = 'state.reset' | 'state.keep' | 'history.undo' | 'history.redo' | 'scenario.activate';

interface Reach {
  readonly collection?: string | undefined;
  readonly id?: string | undefined;
}

/** What moves live state and fixtures toward each other, back and forth in the history, or lays a scenario over both. */
export function stateHandlers(parts: HostParts): Pick<Handlers, StateCommand> {
  const { workspace, history, saver, feed, now } = parts;

  /** The changed records that a reset or a keep reaches: all of them, a collection's, or one. */
  function changedRecords({
    collection: name,
    id,
  }: Reach): Result<readonly { collection: SharedCollection; id: string }[]> {
    const found = name === undefined ? undefined : workspace.collection(name);
    if (found && !found.ok) return found;
    const collections = found ? [found.value] : [...workspace.collections.values()];
    return accept(
      collections.flatMap((collection) =>
        collection
          .changedIds()
          .filter((changed) => id === undefined || changed === id)
          .map((changed) => ({ collection, id: changed })),
      ),
    );
  }

  function settle(reach: Reach, label: string, step: (collection: SharedCollection, id: string) => void) {
    const targets = changedRecords(reach);
    if (!targets.ok) return targets;
    if (targets.value.length === 0) return accept({ records: 0 });
    performEdit(parts, label, targets.value, () => {
      for (const { collection, id } of targets.value) step(collection, id);
    });
    for (const { collection, id } of targets.value) feed.touchRecord(collection.definition.name, id);
    return accept({ records: targets.value.length });
  }

  function travel(label: string | null) {
    if (label !== null) saver.save();
    feed.touch('history');
    return accept({ label });
  }

  return {
    'state.reset': (reach) => settle(reach, 'reset of the live state', (collection, id) => collection.reset(id)),
    'state.keep': (reach) => settle(reach, 'keep of the live state', (collection, id) => collection.keep(id)),
    'history.undo': () => travel(history.undo()),
    'history.redo': () => travel(history.redo()),

    'scenario.activate': ({ name }) => {
      const activated = workspace.activate(name);
      if (activated.ok) {
        feed.touch('scenario');
        feed.flush();
        feed.emit([{ type: 'scenario-switched', name, time: now() }]);
      }
      return activated;
    },
  };
}
