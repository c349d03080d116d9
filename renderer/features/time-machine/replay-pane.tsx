import { CircleCheck, CircleMinus, CircleX, type LucideIcon, Play } from 'lucide-react';
import { useStore } from 'zustand';
import type { ReplayedRequest } from '../../../server/contract/schema/timeline.ts';
import { visible } from '../../../server/domain/json/visible-text.ts';
import { useHost, useSecrets } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { Button } from '../../ui/base/button.tsx';
import { formatCount, plural } from '../../ui/base/format.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Progress } from '../../ui/display/progress.tsx';
import { Badge, MethodTag, StatusTag, type Tone } from '../../ui/display/tag.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { DetailTable } from '../../ui/table/detail-table.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import styles from './time-machine.module.css';
import { type Outcome, previousOffset, type TimeMachine } from './time-machine.ts';

/** The requests since a moment, repeated against its records: which responses are the same as those that were sent. */
export function ReplayPane({ machine }: { readonly machine: TimeMachine }) {
  const { replay, replayed, isReplaying, outcome, replayOffset } = useStore(machine.store);
  const share = useHost((state) => state.jobs.find(({ kind }) => kind === 'replay')?.share ?? 0);
  if (isReplaying) {
    return (
      <div className={styles.bar}>
        <Progress label="Replaying the requests" share={share} />
        <Button onClick={() => machine.cancelReplay()}>Cancel</Button>
      </div>
    );
  }
  if (!replay || !replayed) {
    return (
      <EmptyState
        title="Replay the requests since this moment"
        action={
          <ActionButton id="time-machine.replay" icon={Play} look="primary">
            Replay from here
          </ActionButton>
        }
      >
        They are answered from the records of this moment, with the settings, scenarios and schemas of now, and compared
        with the responses that clients got. The live state and the log stay as they are.
      </EmptyState>
    );
  }
  const { same, different, skipped, knowsCounters } = replay;
  const counts: readonly (readonly [Outcome, string, number])[] = [
    ['all', 'All', same + different + skipped],
    ['different', 'Different', different],
    ['same', 'Same', same],
    ['skipped', 'Skipped', skipped],
  ];
  return (
    <div className={styles.part}>
      <div className={styles.bar}>
        <SegmentedControl
          label="Outcome"
          options={counts.map(([value, word, count]) => ({ value, title: `${word} ${formatCount(count)}` }))}
          chosen={outcome}
          onChoose={(value) => void machine.showOutcome(value)}
        />
        <Pager
          of="request"
          offset={replayOffset}
          shown={replayed.requests.length}
          total={replayed.total}
          onPrevious={() => void machine.showOutcome(outcome, previousOffset(replayOffset))}
          onNext={() => void machine.showOutcome(outcome, replayOffset + replayed.requests.length)}
        />
      </div>
      {!knowsCounters && (
        <p className={styles.note}>
          The log has dropped earlier requests, so rules that count requests may begin with too low a count.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <section className={styles.sheet} aria-label="Replayed requests" tabIndex={0}>
        {replayed.requests.length === 0 && (
          <EmptyState title="No such request">
            {plural(same + different + skipped, 'request')} replayed; none has this outcome.
          </EmptyState>
        )}
        {replayed.requests.map((one) => (
          <Replayed key={one.request.id} machine={machine} {...one} />
        ))}
      </section>
    </div>
  );
}

const looks: Readonly<Record<ReplayedRequest['outcome'], readonly [tone: Tone, icon: LucideIcon]>> = {
  same: ['good', CircleCheck],
  different: ['bad', CircleX],
  skipped: ['neutral', CircleMinus],
};

function Replayed(props: ReplayedRequest & { readonly machine: TimeMachine }) {
  const { machine, request, outcome, reason, sent, replayed, differences } = props;
  const secrets = useSecrets();
  const [tone, icon] = looks[outcome];
  const path = visible(secrets.target(request.path));
  return (
    <article className={styles.change} aria-label={`Request ${request.id}, ${outcome}`}>
      <h2>
        <Badge tone={tone} icon={icon}>
          {outcome}
        </Badge>
        <MethodTag method={request.method} />
        <span className="ellipsis" title={path}>
          {path}
        </span>
        <StatusTag status={request.status} />
        <Button look="bare" onClick={() => machine.openInLog(request.id)}>
          request {request.id}
        </Button>
      </h2>
      {reason !== null && <p className={styles.soft}>{reason}</p>}
      {outcome === 'different' && (
        <>
          {sent !== null && <p>Then: {visible(sent)}</p>}
          {replayed !== null && <p>Replayed: {visible(replayed)}</p>}
          <DetailTable heads={['Part', 'Sent', 'Replayed']} className={styles.members}>
            {differences.map(({ part, name, ...values }) => (
              <tr key={`${part} ${name}`}>
                <th scope="row">{name === null ? part : `${part} ${visible(name)}`}</th>
                <td>{visible(values.sent ?? '')}</td>
                <td>{visible(values.replayed ?? '')}</td>
              </tr>
            ))}
          </DetailTable>
        </>
      )}
    </article>
  );
}
