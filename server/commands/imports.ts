import { accept } from '../domain/basics/result.ts';
import { runStep, type Step } from '../domain/records/edit-history.ts';
import type { Handlers, HostParts } from './context.ts';

type ImportCommand = 'import.preview' | 'import.apply' | 'import.cancel';

/** Records out of files of all kinds, for the workspace that is open. */
export function importHandlers({ imports, history, saver, feed }: HostParts): Pick<Handlers, ImportCommand> {
  return {
    'import.preview': (input) => imports.preview(input),

    'import.apply': async (input) => {
      const applied = await imports.apply(input);
      feed.touch('collections');
      if (!applied.ok) return applied;
      const { records, edit } = applied.value;
      const told = (way: Step) =>
        function* () {
          yield* runStep(way);
          feed.touch('collections');
        };
      history.remember({ label: edit.label, records, undo: told(edit.undo), redo: told(edit.redo) });
      saver.save();
      feed.touch('history');
      return accept({ records });
    },

    'import.cancel': () => {
      imports.cancel();
      return accept(null);
    },
  };
}
