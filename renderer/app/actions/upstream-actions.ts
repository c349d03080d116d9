import type { UpstreamMode } from '../../../server/contract/schema/state.ts';
import type { Action } from '../../ui/base/action.tsx';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** Responses from the real service, and their recording. */
export function upstreamActions({ client, toaster, imports, upstream }: ActionInputs): readonly Action[] {
  const { url, mode, recorded, sessions } = upstream;
  const set = async (next: UpstreamMode) => {
    const reply = await client.call('upstream.set', { mode: next });
    if (!reply.ok) toaster.fail(reply.problem.detail);
  };
  const clear = async () => {
    const reply = await client.call('upstream.clear', {});
    if (!reply.ok) toaster.fail(reply.problem.detail);
  };
  const modeOf = (next: UpstreamMode, title: string) => ({
    id: `upstream.${next}`,
    title,
    enabled: mode !== next && (next === 'off' || url !== null),
    why: mode === next ? 'It is so already.' : 'Set the upstream URL in Settings first.',
    run: () => void set(next),
  });
  return actionsOf({ group: 'Upstream' }, [
    modeOf('off', 'Respond with the mock alone'),
    modeOf('missing', 'Fetch and record what the mock does not have'),
    modeOf('all', 'Fetch and record everything'),
    {
      id: 'upstream.review',
      title: 'Review the recording',
      enabled: recorded > 0,
      why: 'Nothing is recorded.',
      run: () => void imports.review(null),
    },
    ...sessions.map((session) => ({
      id: `upstream.review ${session}`,
      title: `Review the recording of session ${session}`,
      run: () => void imports.review(session),
    })),
    {
      id: 'upstream.clear',
      title: 'Clear the recording',
      enabled: recorded > 0,
      why: 'Nothing is recorded.',
      run: () => void clear(),
    },
  ]);
}
