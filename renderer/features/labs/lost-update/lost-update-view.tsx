import { FileCode, FileJson, Play, ShieldCheck, Upload } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { type LabOutcome, outcomeOf, type SavedChange } from '../../../../server/domain/labs/lost-update.ts';
import { knownValues } from '../../../exchange/catalogue.ts';
import { ActionButton } from '../../../ui/base/action.tsx';
import { Button } from '../../../ui/base/button.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { Refusal } from '../../../ui/display/refusal.tsx';
import { Labelled } from '../../../ui/form/field.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { SuggestedInput } from '../../../ui/form/suggested-input.tsx';
import { Switch } from '../../../ui/form/switch.tsx';
import { ActionItem, Menu } from '../../../ui/overlay/menu.tsx';
import { CollectionSelect } from '../parts/collection-select.tsx';
import styles from '../parts/lab.module.css';
import { PlayButtons } from '../parts/play-buttons.tsx';
import { ClientPane } from './client-pane.tsx';
import own from './lost-update.module.css';
import type { LostUpdateLab } from './lost-update-lab.ts';
import { SequencePicture } from './sequence-picture.tsx';

interface LostUpdateViewProps {
  readonly lab: LostUpdateLab;
  readonly onOpen: (entry: number) => void;
}

/** Two clients edit one record; the picture shows whose change is lost, and what prevents it. */
export function LostUpdateView({ lab, onOpen }: LostUpdateViewProps) {
  const { requests, refusal, condition } = useStore(lab.store);
  useEffect(() => {
    void lab.open();
    const leave = () => lab.leave();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [lab]);
  const outcome = outcomeOf(requests);
  return (
    <div className={styles.lab}>
      <Bar lab={lab} />
      <div className={classNames('scroll', own.stage)}>
        <ClientPane lab={lab} client="Ann" />
        <div className={own.middle}>
          <div className={classNames(styles.outcome, styles[tones[outcome.kind]])}>
            <span role="status">{outcomeText(outcome, requests.length)}</span>
            {outcome.kind === 'lost' && condition === 'none' && (
              <Button icon={ShieldCheck} onClick={() => void lab.playWith('if-match')}>
                Play again with If-Match
              </Button>
            )}
          </div>
          {refusal !== null && <Refusal>{refusal}</Refusal>}
          {requests.length > 0 && <SequencePicture requests={requests} onOpen={onOpen} />}
          {requests.length === 0 && <Beginning />}
          <p className={own.none}>The lab plays in a session of its own: the shared live state does not change.</p>
        </div>
        <ClientPane lab={lab} client="Ben" />
      </div>
    </div>
  );
}

const tones: Readonly<Record<LabOutcome['kind'], string>> = {
  lost: 'bad',
  kept: 'good',
  refused: 'warn',
  open: 'plain',
};

function Beginning() {
  return (
    <div className={own.beginning}>
      <ol>
        <li>Ann and Ben both read the record.</li>
        <li>Ann changes a field and writes the record.</li>
        <li>Ben changes another field and writes his old copy.</li>
      </ol>
      <ActionButton id="labs.lost-update.play" icon={Play} look="primary">
        Play it
      </ActionButton>
    </div>
  );
}

function outcomeText(outcome: LabOutcome, requests: number): string {
  switch (outcome.kind) {
    case 'lost': {
      const names = outcome.updates.flatMap(({ culprit, members }) =>
        members.map(
          ({ name, victim }) =>
            `${victim.client}'s change of ${name} was overwritten by ${culprit.client}'s ${culprit.method}`,
        ),
      );
      return `Lost update: ${names.join(', ')}. Neither was told.`;
    }
    case 'kept':
      return `Nothing is lost: ${listed(outcome.changes.map(savedText))} are saved.`;
    case 'refused': {
      const { client, method, status } = outcome.request;
      if (status === 428) return `428: ${client} must send a condition with the ${method}. Nothing is lost.`;
      if (status === 412) return `412: the record has changed since ${client} read it. ${client} must read it again.`;
      return `${client}'s ${method} was refused.`;
    }
    default:
      return requests === 0 ? 'Two clients edit one record. Whose change survives?' : 'Ann and Ben have the record.';
  }
}

const listed = (texts: readonly string[]) => new Intl.ListFormat('en').format(texts);

function savedText({ client, members }: SavedChange): string {
  return members.length === 0 ? `${client}'s write` : `${client}'s change of ${listed(members)}`;
}

function Bar({ lab }: { readonly lab: LostUpdateLab }) {
  const { collection, id, fields, condition, method, isRequired, isPlaying, requests } = useStore(lab.store);
  const ids = fields ? knownValues(fields, fields.definition.key) : [];
  return (
    <>
      <div className={styles.bar}>
        <PlayButtons
          play="labs.lost-update.play"
          step="labs.lost-update.step"
          restart="labs.lost-update.restart"
          isPlaying={isPlaying}
          onPause={() => lab.pause()}
        />
        <CollectionSelect collection={collection} onChoose={(name) => void lab.choose(name)} />
        <Labelled label="Record" className={styles.pick}>
          {(control) => (
            <SuggestedInput
              id={control}
              className={styles.short}
              suggestions={ids}
              value={id}
              onChange={(value) => lab.chooseRecord(value)}
            />
          )}
        </Labelled>
        <span className={styles.end}>
          <Menu
            align="end"
            trigger={
              <Button icon={Upload} why={requests.length === 0 && 'Play the lab, or send a request.'}>
                Export
              </Button>
            }
          >
            <ActionItem id="labs.lost-update.curl" icon={FileCode} />
            <ActionItem id="labs.lost-update.har" icon={FileJson} />
            <ActionItem id="labs.lost-update.scene" icon={ShieldCheck} />
          </Menu>
        </span>
      </div>
      <div className={styles.bar}>
        <span className={styles.pick}>
          <span aria-hidden>Writes</span>
        </span>
        <SegmentedControl
          label="Condition of the writes"
          options={[
            { value: 'none', title: 'No condition' },
            { value: 'if-match', title: 'If-Match' },
            { value: 'version', title: 'X-Resource-Version' },
          ]}
          chosen={condition}
          onChoose={(next) => lab.setCondition(next)}
        />
        <SegmentedControl
          label="Method of the writes"
          options={[
            { value: 'PUT', title: 'PUT' },
            { value: 'PATCH', title: 'PATCH' },
          ]}
          chosen={method}
          onChoose={(next) => lab.setMethod(next)}
        />
        <span className={styles.pick}>
          <Switch
            label="Require a precondition (428)"
            checked={isRequired}
            onChange={(checked) => void lab.setRequired(checked)}
          />
          <span aria-hidden>Require a precondition (428)</span>
        </span>
      </div>
    </>
  );
}
