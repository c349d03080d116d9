import type { upstreamCommands } from '../contract/commands/upstream.ts';
import { accept } from '../domain/basics/result.ts';
import { recordingSource } from '../import/recording-source.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** The real service behind the mock, and its recording. */
export function upstreamHandlers({
  upstream,
  imports,
  feed,
}: HandlerContext): Pick<Handlers, keyof typeof upstreamCommands> {
  return {
    'upstream.set': (change) => {
      const set = upstream.set(change);
      feed.markDirty('upstream');
      return set;
    },

    'upstream.preview': ({ session = null, choices = [] }, { console: by }) =>
      imports.preview(recordingSource(upstream.recorder.of(session), choices), by),

    'upstream.clear': () => {
      upstream.recorder.clear();
      feed.markDirty('upstream');
      return accept(null);
    },
  };
}
