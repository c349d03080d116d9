import type { CSSProperties } from 'react';
import type { RequestDetail } from '../../server/contract/schema/output.ts';
import { classNames } from '../ui/base/class-names.ts';
import { formatBytes, formatDuration, formatTime } from '../ui/base/format.ts';
import styles from './timing.module.css';
import { phasesOf } from './timing.ts';

/** The phases of a request as bars, with its times and body sizes. */
export function TimingView({ detail }: { readonly detail: RequestDetail }) {
  const { time, durationMs, requestBytes, responseBytes, status } = detail;
  const whole = Math.max(durationMs, 0.001);
  return (
    <section className={styles.timing} aria-label="Timing">
      <table className={styles.phases}>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col" className={styles.number}>
              Begins
            </th>
            <th scope="col" className={styles.number}>
              Takes
            </th>
            <th scope="col">
              <span className="unseen">Chart</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {phasesOf(detail).map(({ name, kind, from, to }) => (
            <tr key={kind}>
              <th scope="row">{name}</th>
              <td className={styles.number}>{formatDuration(from)}</td>
              <td className={styles.number}>{formatDuration(to - from)}</td>
              <td aria-hidden className={styles.lane}>
                <span
                  className={classNames(styles.bar, styles[kind])}
                  style={{ '--from': from / whole, '--to': to / whole } as CSSProperties}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={styles.facts}>
        <Fact name="Received" value={formatTime(time)} />
        <Fact
          name={status === null ? 'Ended without a response' : 'Sent'}
          value={`${formatTime(time + durationMs)}, ${formatDuration(durationMs)} later`}
        />
        <Fact name="Request body" value={formatBytes(requestBytes)} />
        <Fact name="Response body" value={formatBytes(responseBytes)} />
      </dl>
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
