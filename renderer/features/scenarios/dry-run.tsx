import { ChevronDown, ChevronUp, CircleCheck, Minus, RotateCcw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { DryRun } from '../../../server/contract/schema/output.ts';
import type { Problem } from '../../../server/domain/basics/problem.ts';
import type { Result } from '../../../server/domain/basics/result.ts';
import { ordinal } from '../../../server/domain/json/wording.ts';
import type { Rule, Scenario } from '../../../server/domain/scenario/scenario.ts';
import { useConsole, useHost } from '../../console/use-console.ts';
import { existingId } from '../../exchange/existing-id.ts';
import { IconButton } from '../../ui/base/button.tsx';
import { useRemembered } from '../../ui/base/remember.ts';
import { useMedia } from '../../ui/base/use-media.ts';
import { Refusal } from '../../ui/display/refusal.tsx';
import { Input, Select } from '../../ui/form/field.tsx';
import { DryResponseView } from './dry-response.tsx';
import styles from './dry-run.module.css';
import { describeResult, type HeaderLine, readHeaderLines, shortResult } from './model/dry-run-result.ts';
import {
  documentedUser,
  type ExampleRecord,
  exampleRequest,
  namedCollection,
  type TriedRequest,
} from './model/example-request.ts';

/** Number of consecutive requests. */
const times = 10;

interface DryRunPaneProps {
  readonly scenario: Scenario;
  /** The rule that is open; without one, the first. */
  readonly rule: Rule | undefined;
}

/** Shows the effect of the rules on requests like one of the rule, or like a typed one. Nothing is sent or counted. */
export function DryRunPane({ scenario, rule }: DryRunPaneProps) {
  const id = useId();
  // In a narrow window the rules have the room, until somebody wants it otherwise.
  const isWide = useMedia('(min-width: 900px)');
  const [chosen, setIsOpen] = useRemembered<boolean | null>('dry-run.open', null);
  const isOpen = chosen ?? isWide;
  const [typed, setTyped] = useRemembered<TriedRequest | null>('dry-run.request', null);
  const record = useExampleRecord(rule);
  const tried = typed ?? exampleRequest(rule, record);
  return (
    <section className={styles.dryRun} aria-labelledby={id}>
      <h2 id={id} className={styles.dryRunTitle}>
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
          Dry run
        </button>
        <span>Shows what the rules would do to the next such requests. Nothing is sent or counted.</span>
      </h2>
      {isOpen && (
        <>
          <RequestLine tried={tried} onChange={setTyped} onFollow={typed && (() => setTyped(null))} />
          <DryRunResults scenario={scenario} tried={tried} />
        </>
      )}
    </section>
  );
}

/** A record that exists: of the collection that the rule names, else a user, else of any collection. */
function useExampleRecord(rule: Rule | undefined): ExampleRecord {
  const { client } = useConsole();
  const hasService = useHost(({ workspace }) => workspace.settings.userService);
  const named = useHost(({ collections }) => {
    const names = collections.map(({ name }) => name);
    const first = namedCollection(rule, names) ?? (hasService ? 'users' : null);
    const filled = collections.filter(({ count }) => count > 0).map(({ name }) => name);
    return filled.find((name) => name === first) ?? filled[0] ?? null;
  });
  const paths = useHost(({ collections }) => collections.find(({ name }) => name === named)?.paths);
  const [record, setRecord] = useState({ collection: documentedUser.collection, id: documentedUser.id });
  useEffect(() => {
    if (named === null) return;
    let isLatest = true;
    void existingId(client, named).then((id) => {
      if (isLatest && id !== null) setRecord({ collection: named, id });
    });
    return () => {
      isLatest = false;
    };
  }, [client, named]);
  return { ...record, isUser: hasService && record.collection === 'users', paths: paths ?? [] };
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

interface RequestLineProps {
  readonly tried: TriedRequest;
  readonly onChange: (tried: TriedRequest) => void;
  /** Goes back to the rule's own request; null if it is that. */
  readonly onFollow: (() => void) | null;
}

function RequestLine({ tried, onChange, onFollow }: RequestLineProps) {
  return (
    <div className={styles.request}>
      <Select
        aria-label="Method of the request"
        value={tried.method}
        onChange={(event) => onChange({ ...tried, method: event.currentTarget.value })}
      >
        {methods.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </Select>
      <Input
        aria-label="Path and query of the request"
        placeholder="/path?query"
        value={tried.target}
        onChange={(event) => onChange({ ...tried, target: event.currentTarget.value })}
      />
      <Input
        aria-label="Headers of the request"
        placeholder="Name: value; Name: value"
        value={tried.headers}
        onChange={(event) => onChange({ ...tried, headers: event.currentTarget.value })}
      />
      <Input
        aria-label="Body of the request"
        placeholder="JSON body"
        value={tried.body ?? ''}
        onChange={(event) => onChange({ ...tried, body: event.currentTarget.value })}
      />
      <IconButton
        label="Use a request of the rule"
        icon={RotateCcw}
        why={onFollow === null && 'This is one already.'}
        onClick={() => onFollow?.()}
      />
    </div>
  );
}

interface DryRunProps {
  readonly scenario: Scenario;
  readonly tried: TriedRequest;
}

function DryRunResults({ scenario, tried }: DryRunProps) {
  const headers = readHeaderLines(tried.headers);
  const result = useDryRun(scenario, tried, headers.ok ? headers.value : []);
  const [place, setPlace] = useState(0);
  if (!headers.ok) return <Refusal className={styles.refused}>{headers.problem}</Refusal>;
  if (result === null) return null;
  if (!result.ok) return <Refusal className={styles.refused}>{result.problem.detail}</Refusal>;
  const { requests } = result.value;
  const chosen = requests[place];
  return (
    <>
      <ul className={styles.strip} aria-label="Next requests">
        {requests.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a request is identified by its place.
          <li key={index}>
            <button
              type="button"
              aria-pressed={index === place}
              data-touched={one.rules.some(({ touches }) => touches)}
              aria-label={`${whichRequest(index)}: ${shortResult(one)}`}
              onClick={() => setPlace(index)}
            >
              <span aria-hidden>{shortResult(one)}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen && (
        <div className={styles.result}>
          <p role="status">
            {whichRequest(place)}: {describeResult(chosen)}
          </p>
          <ol aria-label="Effect of each rule">
            {chosen.rules.map(({ touches, note }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place.
              <li key={index} data-touches={touches}>
                {touches ? <CircleCheck aria-label="Applies" /> : <Minus aria-label="Does not apply" />}
                <span className={styles.number}>{index + 1}</span>
                {note}
              </li>
            ))}
          </ol>
          {chosen.response && <DryResponseView response={chosen.response} />}
        </div>
      )}
    </>
  );
}

/** A request that has not been sent, counted from now; the rules count from the activation of the scenario. */
function whichRequest(place: number): string {
  return place === 0 ? 'The next request' : `The ${ordinal(place + 1)} request from now`;
}

/** Runs again when the scenario, the request or the scenario's counters change. */
function useDryRun(
  scenario: Scenario,
  { method, target, body = '' }: TriedRequest,
  headers: readonly HeaderLine[],
): Result<DryRun, Problem> | null {
  const { client } = useConsole();
  const counted = useSampled(useHost((state) => state.log.total));
  const active = useHost((state) => state.scenario);
  const [result, setResult] = useState<Result<DryRun, Problem> | null>(null);
  const lines = JSON.stringify(headers);
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests and scenario switches change the counters.
  useEffect(() => {
    let isLatest = true;
    const request = {
      method,
      target,
      headers: JSON.parse(lines) as [string, string][],
      body: body === '' ? null : body,
    };
    // A scenario that is not active will count anew once it is.
    const run = scenario.name === active ? scenario.name : scenario;
    void client.call('scenarios.dryRun', { scenario: run, request, times }).then((reply) => {
      if (isLatest) setResult(reply);
    });
    return () => {
      isLatest = false;
    };
  }, [client, scenario, method, target, lines, body, counted, active]);
  return result;
}

/** Milliseconds between two dry runs while requests arrive. */
const samplePause = 500;

/** A value that is updated once per `samplePause` at most. */
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
