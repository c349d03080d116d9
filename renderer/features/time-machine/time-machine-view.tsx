import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, History, Play } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { MomentState } from '../../../server/contract/schema/timeline.ts';
import { visible } from '../../../server/domain/json/visible-text.ts';
import type { Secrets } from '../../../server/domain/request/secrets.ts';
import { useHost, useSecrets } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { formatClock, formatCount } from '../../ui/base/format.ts';
import { EmptyState, Failure, Waiting } from '../../ui/display/empty-state.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { MomentChanges } from './moment-changes.tsx';
import { MomentRecords } from './moment-records.tsx';
import { ReplayPane } from './replay-pane.tsx';
import styles from './time-machine.module.css';
import { chosenMoment, type Part, type TimeMachine, type TimeMachineState } from './time-machine.ts';
import { TimelineMarks } from './timeline-marks.tsx';

/** The records at any moment of the run, compared with now, restored, or the start of a replay. */
export function TimeMachineView({ machine }: { readonly machine: TimeMachine }) {
  const timeline = useStore(machine.store, (state) => state.timeline);
  const problem = useStore(machine.store, (state) => state.problem);
  const isLate = useStore(machine.store, (all) => all.state !== null && all.state.moment !== chosenMoment(all));
  const collections = useHost((state) => state.collections);
  useEffect(() => void machine.read(), [machine]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed record is a new moment.
  useEffect(() => machine.refresh(), [machine, collections]);
  if (!timeline) return <Waiting>Reading the run…</Waiting>;
  if (timeline.first === timeline.last) {
    return (
      <EmptyState title="Nothing has changed yet">
        Every request and every edit that changes a record becomes a step here. Go back to any of them, compare it with
        now, restore it, or replay the requests since.
      </EmptyState>
    );
  }
  return (
    <div className={styles.view} data-late={isLate || undefined}>
      <Slider machine={machine} />
      {problem ? (
        <Failure
          title="This moment cannot be shown"
          action={<Button onClick={() => machine.choose(null)}>Show the present</Button>}
        >
          {problem.detail}
        </Failure>
      ) : (
        <Moment machine={machine} />
      )}
    </div>
  );
}

function Slider({ machine }: { readonly machine: TimeMachine }) {
  const all = useStore(machine.store);
  const { timeline, state, request } = all;
  const moment = chosenMoment(all);
  const secrets = useSecrets();
  if (!timeline || moment === null) return null;
  const { first, last, since, isComplete } = timeline;
  const title = state ? stepTitle(state, secrets) : '';
  const text = `${state ? formatClock(state.time) : ''} ${title}${moment === last ? ', now' : ''}`;
  return (
    <section className={styles.slider} aria-label="Run">
      <div className={styles.line}>
        <IconButton
          icon={ChevronsLeft}
          label="First moment"
          why={moment === first && 'This is the first moment.'}
          onClick={() => machine.choose(first)}
        />
        <IconButton
          icon={ChevronLeft}
          label="Step back"
          why={moment === first && 'This is the first moment.'}
          onClick={() => machine.choose(moment - 1)}
        />
        <div className={styles.track}>
          <TimelineMarks timeline={timeline} />
          <input
            type="range"
            aria-label="Moment"
            aria-valuetext={text}
            min={first}
            max={last}
            step={1}
            value={moment}
            onChange={(event) => machine.choose(Number(event.currentTarget.value))}
          />
        </div>
        <IconButton
          icon={ChevronRight}
          label="Step forward"
          why={moment === last && 'This is the present.'}
          onClick={() => machine.choose(moment + 1)}
        />
        <ActionButton id="time-machine.now" icon={ChevronsRight} />
      </div>
      <div className={styles.caption}>
        <output className={styles.step}>
          <b>{state && formatClock(state.time)}</b>
          <span className="ellipsis" title={title}>
            {title}
          </span>
          {moment === last && <span className={styles.now}>now</span>}
        </output>
        {request && (
          <SegmentedControl
            label={`Around request ${request.id}`}
            options={[
              { value: 'before', title: 'Before the request' },
              { value: 'after', title: 'After it' },
            ]}
            chosen={moment === request.before ? 'before' : 'after'}
            onChoose={(side) => machine.choose(request[side])}
          />
        )}
        <MomentActions machine={machine} />
      </div>
      <p className={styles.extent}>
        <span>
          Step {formatCount(moment - first)} of {formatCount(last - first)},{' '}
          {isComplete ? 'since the start at' : 'goes back to'} {formatClock(since)}
        </span>
        <span className={styles.legend} data-of="requests">
          requests
        </span>
        <span className={styles.legend} data-of="edits">
          edits
        </span>
      </p>
    </section>
  );
}

function stepTitle({ step, request }: MomentState, secrets: Secrets): string {
  if (!step) return 'The beginning';
  if (request) return `${request.method} ${visible(secrets.target(request.path))}`;
  return step.request === null ? (step.label ?? 'an edit under way') : `request ${step.request}`;
}

/** The actions on the moment. */
function MomentActions({ machine }: { readonly machine: TimeMachine }) {
  const state = useStore(machine.store, (all) => all.state);
  if (!state) return null;
  const requestId = state.step?.request;
  return (
    <span className={styles.actions}>
      {requestId != null && (
        <Button look="bare" onClick={() => machine.openInLog(requestId)}>
          Show request {requestId}
        </Button>
      )}
      <ActionButton id="time-machine.replay" icon={Play}>
        Replay from here
      </ActionButton>
      <ActionButton id="time-machine.restore" icon={History} look="primary">
        Restore
      </ActionButton>
    </span>
  );
}

function differingIn(changes: TimeMachineState['changes']): number {
  return changes?.counts.reduce((sum, { added, removed, changed }) => sum + added + removed + changed, 0) ?? 0;
}

function Moment({ machine }: { readonly machine: TimeMachine }) {
  const { state, part, changes, replay } = useStore(machine.store);
  if (!state) return <Waiting>Going back…</Waiting>;
  const differing = differingIn(changes);
  return (
    <Tabs
      label="Parts of the moment"
      tabs={[
        { id: 'records', title: 'Records' },
        { id: 'changes', title: 'Compared with now', note: formatCount(differing) },
        { id: 'replay', title: 'Replay', ...(replay && { note: formatCount(replay.different) }) },
      ]}
      chosen={part}
      onChoose={(chosen) => machine.show({ part: chosen as Part })}
    >
      {part === 'records' && <MomentRecords machine={machine} />}
      {part === 'changes' && <MomentChanges machine={machine} />}
      {part === 'replay' && <ReplayPane machine={machine} />}
    </Tabs>
  );
}
