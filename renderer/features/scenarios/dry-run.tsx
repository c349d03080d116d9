import { ChevronDown, ChevronUp, CircleCheck, Minus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { DryRun } from '../../../server/contract/schema/output.ts';
import type { Problem } from '../../../server/domain/basics/problem.ts';
import type { Result } from '../../../server/domain/basics/result.ts';
import type { Scenario } from '../../../server/domain/scenario/scenario.ts';
import { useConsole, useHost } from '../../console/use-console.ts';
import { useRemembered } from '../../ui/base/remember.ts';
import { Refusal } from '../../ui/display/refusal.tsx';
import { Input, Select } from '../../ui/form/field.tsx';
import styles from './dry-run.module.css';
import { describeMeeting, type HeaderLine, readHeaderLines, shortMeeting } from './model/dry-run-result.ts';

/** How many requests in a row are looked at. */
const times = 10;

interface AskedRequest {
  readonly method: string;
  readonly target: string;
  /** As they are typed: `Name: value`, separated by semicolons. */
  readonly headers: string;
}

/** What the next requests of a kind would meet, rule by rule; nothing is sent and nothing is counted. */
export function DryRunPane({ scenario }: { readonly scenario: Scenario }) {
  const id = useId();
  const [isOpen, setIsOpen] = useRemembered('dry-run.open', true);
  const [asked, setAsked] = useRemembered<AskedRequest>('dry-run.request', {
    method: 'GET',
    target: '/users/42',
    headers: '',
  });
  return (
    <section className={styles.dryRun} aria-labelledby={id}>
      <h2 id={id} className={styles.dryRunTitle}>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
          Dry run
        </button>
        <span>What would this request meet now? Nothing is sent or counted.</span>
      </h2>
      {isOpen && (
        <>
          <RequestLine asked={asked} onChange={setAsked} />
          <Meetings scenario={scenario} asked={asked} />
        </>
      )}
    </section>
  );
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface RequestLineProps {
  readonly asked: AskedRequest;
  readonly onChange: (asked: AskedRequest) => void;
}

function RequestLine({ asked, onChange }: RequestLineProps) {
  return (
    <div className={styles.request}>
      <Select
        aria-label="Method of the request"
        value={asked.method}
        onChange={(event) => onChange({ ...asked, method: event.currentTarget.value })}
      >
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </Select>
      <Input
        aria-label="Path and query of the request"
        placeholder="/users/42"
        value={asked.target}
        onChange={(event) => onChange({ ...asked, target: event.currentTarget.value })}
      />
      <Input
        aria-label="Headers of the request"
        placeholder="Header: value; Another: value"
        value={asked.headers}
        onChange={(event) => onChange({ ...asked, headers: event.currentTarget.value })}
      />
    </div>
  );
}

interface MeetingsProps {
  readonly scenario: Scenario;
  readonly asked: AskedRequest;
}

function Meetings({ scenario, asked }: MeetingsProps) {
  const headers = readHeaderLines(asked.headers);
  const result = useDryRun(scenario, asked, headers.ok ? headers.value : []);
  const [place, setPlace] = useState(0);
  if (!headers.ok) return <Refusal className={styles.refused}>{headers.problem}</Refusal>;
  if (result === null) return null;
  if (!result.ok) return <Refusal className={styles.refused}>{result.problem.detail}</Refusal>;
  const { requests } = result.value;
  const chosen = requests[place];
  return (
    <>
      <ul className={styles.strip} aria-label="Requests in a row">
        {requests.map((meeting, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first request is the first one, whatever it meets.
          <li key={index}>
            <button
              type="button"
              aria-pressed={index === place}
              data-touched={meeting.rules.some(({ touches }) => touches)}
              aria-label={`Request ${index + 1}: ${shortMeeting(meeting)}`}
              onClick={() => setPlace(index)}
            >
              <span aria-hidden>{shortMeeting(meeting)}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen && (
        <div className={styles.meeting}>
          <p role="status">
            Request {place + 1}: {describeMeeting(chosen)}
          </p>
          <ol aria-label="What each rule does">
            {chosen.rules.map(({ touches, note }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place.
              <li key={index} data-touches={touches}>
                {touches ? <CircleCheck aria-label="touches it" /> : <Minus aria-label="leaves it alone" />}
                <span className={styles.number}>{index + 1}</span>
                {note}
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

/** Asks the host anew whenever the scenario, the request, or what the scenario has counted is another. */
function useDryRun(
  scenario: Scenario,
  { method, target }: AskedRequest,
  headers: readonly HeaderLine[],
): Result<DryRun, Problem> | null {
  const { client } = useConsole();
  const counted = useSampled(useHost((state) => state.log.total));
  const active = useHost((state) => state.scenario);
  const [result, setResult] = useState<Result<DryRun, Problem> | null>(null);
  const lines = JSON.stringify(headers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests and switches change what comes next.
  useEffect(() => {
    let isLatest = true;
    const request = { method, target, headers: JSON.parse(lines) as [string, string][] };
    void client.call('scenarios.dryRun', { scenario: scenario.name, request, times }).then((reply) => {
      if (isLatest) setResult(reply);
    });
    return () => {
      isLatest = false;
    };
  }, [client, scenario, method, target, lines, counted, active]);
  return result;
}

/** Milliseconds between two looks at what the scenario has counted: requests may come by the thousand. */
const samplePause = 500;

/** A value that is taken over now and then, however often it changes. */
function useSampled<T>(value: T): T {
  const [sample, setSample] = useState(value);
  const latest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = value;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setSample(latest.current);
    }, samplePause);
  }, [value]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return sample;
}
