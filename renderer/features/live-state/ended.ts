import type { ConsoleState } from '../../../server/contract/schema/state.ts';
import { type Problem, problem } from '../../../server/domain/basics/problem.ts';
import { renamedTo } from '../../conflict/renamed-to.ts';
import type { Compared } from './comparison-state.ts';

type State = Pick<ConsoleState, 'sessions' | 'snapshots'> | null;

/** That the session or the snapshot is no more, which the host had before; null if neither has gone. */
export function endOf({ session, snapshot }: Compared, before: State, now: State): Problem | null {
  const hasGone = (kind: 'sessions' | 'snapshots', name: string | null) => {
    const isIn = (state: State) => state?.[kind].some((one) => one.name === name) ?? false;
    return isIn(before) && !isIn(now);
  };
  if (hasGone('sessions', session)) return problem('unknown-session', '');
  return hasGone('snapshots', snapshot) ? problem('unknown-snapshot', '') : null;
}

/** The name that a snapshot has got, here or in another window; undefined if it is no more. */
export function nextName(snapshot: string | null, before: State, now: State): string | undefined {
  const place = before?.snapshots.findIndex(({ name }) => name === snapshot) ?? -1;
  const [old, next] = [before?.snapshots[place], now?.snapshots[place]];
  if (!before || !now || !old || old.saved !== next?.saved || old.records !== next.records) return undefined;
  return renamedTo(before.snapshots, now.snapshots, place);
}

/** Whether a comparison has no snapshot any more. */
export function isWithoutSnapshot({ type }: Problem): boolean {
  return type === '/problems/unknown-snapshot';
}

/** A problem of a comparison; of one whose session or snapshot is no more, in words that say so. */
export function inWords(problem: Problem, { session, snapshot }: Compared): Problem {
  if (isWithoutSnapshot(problem)) return { ...problem, detail: `There is no snapshot “${snapshot}”.` };
  if (problem.type === '/problems/unknown-session') return { ...problem, detail: noSession(session) };
  return problem;
}

export function noSession(session: string | null): string {
  return `There is no session “${session}”.`;
}
