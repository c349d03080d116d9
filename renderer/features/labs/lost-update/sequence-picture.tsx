import { ArrowRight, CircleX } from 'lucide-react';
import { Fragment } from 'react';
import { describeLoss, findLostUpdates, type LostUpdate } from '../../../../server/domain/labs/lost-update.ts';
import { Button } from '../../../ui/base/button.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { MethodTag, StatusTag } from '../../../ui/display/tag.tsx';

import type { LabExchange } from './lost-update-state.ts';
import { labClients } from './played-edits.ts';
import styles from './sequence.module.css';

interface SequencePictureProps {
  readonly requests: readonly LabExchange[];
  /** Shows a request in the log. */
  readonly onOpen: (entry: number) => void;
}

/** The requests between the two clients and the server, from top to bottom, with the versions of the record. */
export function SequencePicture({ requests, onOpen }: SequencePictureProps) {
  const updates = findLostUpdates(requests);
  const [left, right] = labClients;
  return (
    <div className={styles.picture}>
      <div className={styles.lifelines} aria-hidden>
        <b>{left}</b>
        <b>Server</b>
        <b>{right}</b>
      </div>
      <ol className={styles.sequence} aria-label="Requests">
        {requests.map((exchange) => (
          <Fragment key={exchange.number}>
            <Message
              exchange={exchange}
              isNewVersion={exchange.version !== versionBefore(requests, exchange)}
              loss={updates.find(({ culprit }) => culprit.number === exchange.number)}
              onOpen={onOpen}
            />
          </Fragment>
        ))}
      </ol>
    </div>
  );
}

function versionBefore(requests: readonly LabExchange[], { number }: LabExchange): number | null | undefined {
  return requests.slice(0, number - 1).findLast(({ version }) => version !== null)?.version;
}

interface MessageProps extends Pick<SequencePictureProps, 'onOpen'> {
  readonly exchange: LabExchange;
  readonly isNewVersion: boolean;
  readonly loss: LostUpdate | undefined;
}

function Message({ exchange, isNewVersion, loss, onOpen }: MessageProps) {
  const { number, client, method, condition, status, version, entry, detail } = exchange;
  const isRefused = version === null;
  return (
    <li
      className={classNames(
        styles.message,
        client === labClients[1] && styles.fromRight,
        isRefused && styles.refused,
        loss && styles.losing,
      )}
    >
      <div className={styles.label}>
        <span className={styles.request}>
          <span className="unseen">{`${number}. ${client}: `}</span>
          <MethodTag method={method} />
          {condition !== null && <code title={condition}>{condition}</code>}
          {condition === null && method !== 'GET' && <span className={styles.unconditional}>no condition</span>}
        </span>
        <span className={styles.arrow} aria-hidden>
          <ArrowRight />
        </span>
        <span className={styles.response}>
          <StatusTag status={status} />
          {entry !== null && (
            <Button look="bare" className={styles.entry} onClick={() => onOpen(entry)}>
              {`request ${entry}`}
              <span className="unseen"> in the log</span>
            </Button>
          )}
        </span>
      </div>
      <span className={styles.server}>
        <span className={styles.dot} aria-hidden />
        {version !== null && (
          <span className={classNames(styles.chip, isNewVersion && styles.newVersion)}>
            <span className="unseen">version </span>
            <span aria-hidden>v</span>
            {version}
          </span>
        )}
      </span>
      {loss && (
        <ul className={styles.losses} aria-label="Lost fields">
          {loss.members.map((member) => (
            <li key={member.name}>
              <CircleX aria-hidden />
              <b className={styles.lostName}>{member.name}</b>
              <span>{describeLoss(loss.culprit, member)}</span>
            </li>
          ))}
        </ul>
      )}
      {isRefused && detail !== '' && <p className={styles.detail}>{detail}</p>}
    </li>
  );
}
