import { Check, CircleDashed, Flag, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RequestDetail } from '../../../server/contract/schema/output.ts';
import type { Condition } from '../../../server/domain/conditions/precondition.ts';
import { classNames } from '../../ui/base/class-names.ts';
import { Badge, StatusTag } from '../../ui/display/tag.tsx';
import styles from './explanation.module.css';
import { VersionWriter } from './version-writer.tsx';

const order = ['If-Match', 'X-Resource-Version', 'If-None-Match'] as const satisfies readonly Condition['header'][];

const comparisons: Readonly<Record<Condition['comparison'], string>> = {
  strong: 'strong comparison',
  weak: 'weak comparison',
  integer: 'compared as integers',
  existence: 'checks whether the record exists',
};

interface ConditionLadderProps {
  readonly detail: RequestDetail;
  readonly conditions: readonly Condition[];
}

/** The preconditions in the order of RFC 9110, section 13.2.2: value sent, value compared, and outcome. */
export function ConditionLadder({ detail, conditions }: ConditionLadderProps) {
  const { method, status, request } = detail;
  const sent = new Map(request.headers.map(([name, value]) => [name.toLowerCase(), value]));
  if (!order.some((header) => sent.has(header.toLowerCase()))) {
    return <p className={styles.quiet}>The request has no conditional headers.</p>;
  }
  const stopped = conditions.some(({ holds }) => !holds);
  return (
    <ol className={styles.ladder}>
      {order.map((header) => {
        const condition = conditions.find((one) => one.header === header);
        if (condition) return <Rung key={header} condition={condition} request={detail} />;
        if (!sent.has(header.toLowerCase())) return <Step key={header} look="absent" name={header} />;
        return (
          <Step key={header} look="skipped" name={header}>
            <p className={styles.quiet}>
              Sent as <code>{sent.get(header.toLowerCase())}</code>, but not evaluated: an earlier step decided the
              response.
            </p>
          </Step>
        );
      })}
      <Step look="end" name={stopped ? 'Stopped' : `${method} proceeds`}>
        <p className={styles.facts}>
          <StatusTag status={status} />
          {conditions.length > 0 && (
            <span className={styles.quiet}>
              {stopped ? 'The first false condition decides the response.' : 'Every condition is true.'}
            </span>
          )}
        </p>
      </Step>
    </ol>
  );
}

function Rung({ condition, request }: { readonly condition: Condition; readonly request: RequestDetail }) {
  const { header, sent, current, comparison, holds, detail } = condition;
  return (
    <Step look={holds ? 'holds' : 'fails'} name={header} note={comparisons[comparison]}>
      <dl className={styles.compared}>
        <dt>sent</dt>
        <dd>
          <code>{sent}</code>
        </dd>
        <dt>now</dt>
        <dd>{current === null ? <span className={styles.quiet}>no record</span> : <code>{current}</code>}</dd>
      </dl>
      <p>{detail}</p>
      {!holds && request.status === 412 && <VersionWriter key={request.id} detail={request} />}
    </Step>
  );
}

const looks = {
  holds: { icon: Check, word: 'true', tone: 'good' },
  fails: { icon: X, word: 'false', tone: 'bad' },
  skipped: { icon: CircleDashed, word: 'not evaluated', tone: 'neutral' },
  absent: { icon: Minus, word: 'not sent', tone: 'neutral' },
  end: { icon: Flag, word: null, tone: 'neutral' },
} as const;

interface StepProps {
  readonly look: keyof typeof looks;
  readonly name: string;
  readonly note?: string;
  readonly children?: ReactNode;
}

function Step({ look, name, note, children }: StepProps) {
  const { icon: Icon, word, tone } = looks[look];
  return (
    <li className={classNames(styles.step, styles[look])}>
      <span className={styles.knot}>
        <Icon aria-hidden />
      </span>
      <div className={styles.stepBody}>
        <p className={styles.stepTitle}>
          <b>{name}</b>
          {word !== null && <Badge tone={tone}>{word}</Badge>}
          {note !== undefined && <span className={styles.quiet}>{note}</span>}
        </p>
        {children}
      </div>
    </li>
  );
}
