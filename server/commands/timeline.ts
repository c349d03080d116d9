import type { timelineCommands } from '../contract/commands/timeline.ts';
import type { TimelineMark } from '../contract/schema/timeline.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import type { Work } from '../domain/basics/work.ts';
import type { SharedCollection } from '../domain/records/shared-collection.ts';
import { liveDiff, type Restoration, restorations } from '../domain/records/state-comparison.ts';
import type { Timeline, TimelineStep } from '../domain/timeline/timeline.ts';
import { recordPage } from '../editing/record-page.ts';
import { restoreShared, settleRecords } from '../editing/settle-live-state.ts';
import { summarize } from '../log/log-entry.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** Parts into which the steps are gathered, and steps that are listed, unless a command says otherwise. */
const usualMarks = 200;
const usualSteps = 100;

/** The states of this run, and the requests repeated against one of them. */
export function timelineHandlers({
  workspaces,
  scheduler,
  jobs,
  log,
  timeMachine,
}: HandlerContext): Pick<Handlers, keyof typeof timelineCommands> {
  const { timeline } = timeMachine;
  return {
    'timeline.get': ({ marks = usualMarks }) => {
      const { first, last, since, isComplete } = timeline;
      return accept({ first, last, since, isComplete, marks: marksOf(timeline, marks) });
    },

    'timeline.steps': ({ from = timeline.first, limit = usualSteps }) => {
      const steps: TimelineStep[] = [];
      for (let moment = Math.max(from, timeline.first + 1); steps.length < limit; moment += 1) {
        const step = timeline.step(moment);
        if (!step) break;
        steps.push(step);
      }
      return accept({ steps });
    },

    'timeline.moment': async ({ moment: number }) => {
      const moment = await scheduler.run(timeMachine.moment(number));
      if (!moment.ok) return moment;
      const step = timeline.step(number) ?? null;
      const entry = step?.request == null ? undefined : log.entry(step.request);
      const { collections: present } = workspaces.current.workspace;
      const collections = Array.from(moment.value.collections.values(), ({ definition: { name, key }, size }) => {
        return { name, key, count: size, exists: present.has(name) };
      });
      const time = step?.time ?? timeline.since;
      return accept({ moment: number, time, step, request: entry ? summarize(entry) : null, collections });
    },

    'timeline.request': ({ id }) => {
      const entry = log.entry(id);
      if (!entry) return refuse(problem('unknown-request', `The log does not hold request ${id}.`));
      if (entry.session !== null) {
        const detail = `Request ${id} belongs to a session, whose records the timeline does not have.`;
        return refuse(problem('unknown-moment', detail));
      }
      if (entry.instance !== null && !log.isOwn(entry)) {
        const detail = `The instance ${entry.instance} served request ${id}, and it has a timeline of its own.`;
        return refuse(problem('unknown-moment', detail));
      }
      const around = timeline.around(id, entry.moment);
      if (timeline.endOf(around.before) !== undefined) return accept(around);
      const detail = `The timeline does not go back to request ${id}.`;
      return refuse(problem('unknown-moment', detail));
    },

    'timeline.page': async ({ moment: number, ...wanted }) =>
      scheduler.run(
        (function* () {
          const moment = yield* timeMachine.moment(number);
          if (!moment.ok) return moment;
          const past = moment.value.collections.get(wanted.collection);
          if (!past) return refuse(problem('unknown-collection', `There was no collection "${wanted.collection}".`));
          const page = yield* recordPage(past, wanted);
          if (!page.ok) return page;
          const present = workspaces.current.workspace.collections.get(wanted.collection);
          const rows = page.value.rows.map(({ id, live, version }) => {
            return { id, then: live, now: present?.get(id)?.value ?? null, version };
          });
          return accept({ rows, total: page.value.total });
        })(),
      ),

    'timeline.restore': async ({ moment: number }, { console: by }) => {
      const { current } = workspaces;
      function* changed(): Work<Result<readonly Restoration<SharedCollection>[]>> {
        const moment = yield* timeMachine.moment(number);
        if (!moment.ok) return moment;
        const earlier = yield* liveDiff([...moment.value.collections.values()]);
        return accept(yield* restorations([...current.workspace.collections.values()], earlier));
      }
      const label = () => `restore of step ${number - timeline.first}`;
      return settleRecords(current, jobs, changed, { label, by, isRemembered: true, apply: restoreShared });
    },

    'timeline.replay': ({ moment }, { console: by }) => timeMachine.replay(moment, by),

    'timeline.replayed': ({ outcomes, offset, limit }) => {
      const replayed = timeMachine.replayed();
      if (!replayed.ok) return replayed;
      const wanted = outcomes ? replayed.value.filter(({ outcome }) => outcomes.includes(outcome)) : replayed.value;
      return accept({ requests: wanted.slice(offset, offset + limit), total: wanted.length });
    },
  };
}

function marksOf(timeline: Timeline, most: number): readonly TimelineMark[] {
  const { first, last } = timeline;
  const size = Math.max(1, Math.ceil((last - first) / most));
  const marks: TimelineMark[] = [];
  for (let begin = first + 1; begin <= last; begin += size) {
    const end = Math.min(last, begin + size - 1);
    let requests = 0;
    for (let moment = begin; moment <= end; moment += 1) if (timeline.step(moment)?.request != null) requests += 1;
    marks.push({ moment: end, requests, edits: end - begin + 1 - requests });
  }
  return marks;
}
