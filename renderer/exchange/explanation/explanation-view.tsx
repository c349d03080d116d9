import type { ReactNode } from 'react';
import type { RequestDetail } from '../../../server/contract/schema/output.ts';
import type {
  RouteExplanation,
  ScenarioExplanation,
  UpstreamExplanation,
} from '../../../server/domain/response/explanation.ts';
import { formatDuration } from '../../ui/base/format.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Badge } from '../../ui/display/tag.tsx';
import { ConditionLadder } from './condition-ladder.tsx';
import styles from './explanation.module.css';
import { PatchSteps } from './patch-steps.tsx';
import { reasonOf } from './reason.ts';
import { QueryPart } from './record-question.tsx';

/** Explains a response: the server's decisions, step by step, in their order. */
export function ExplanationView({ detail }: { readonly detail: RequestDetail }) {
  const { explanation } = detail;
  const reason = reasonOf(detail);
  if (!explanation && detail.instance !== undefined && detail.response?.headers.length === 0) {
    return (
      <EmptyState title="No explanation here">
        Many requests came at once, so {detail.instance} has sent its responses and explanations to no other instance.
      </EmptyState>
    );
  }
  if (!explanation) {
    return (
      <EmptyState title="No explanation">
        The server refused the request before it reached the mock API. {reason ?? 'The response says why.'}
      </EmptyState>
    );
  }
  const { route, scenario, conditions, query, patch, upstream } = explanation;
  if (upstream?.mode === 'all') {
    return (
      <div className={styles.explanation}>
        {reason !== null && <Part title="Reason">{reason}</Part>}
        <Part title="Upstream">
          <UpstreamFacts upstream={upstream} />
        </Part>
      </div>
    );
  }
  // A false condition gives the same reason where it stands.
  const isStated = conditions.some(({ detail: stated }) => stated === reason);
  return (
    <div className={styles.explanation}>
      {reason !== null && !isStated && <Part title="Reason">{reason}</Part>}
      <Part title="Address">
        <Route route={route} />
      </Part>
      <Part title="Scenario">
        <ScenarioRules scenario={scenario} />
      </Part>
      <Part title="Conditions">
        <ConditionLadder detail={detail} conditions={conditions} />
      </Part>
      {upstream && (
        <Part title="Upstream">
          <UpstreamFacts upstream={upstream} />
        </Part>
      )}
      {query && (
        <Part title="Filter and page">
          <QueryPart key={detail.id} detail={detail} query={query} />
        </Part>
      )}
      {patch && (
        <Part title="Patch">
          <PatchSteps patch={patch} />
        </Part>
      )}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.partTitle}>{title}</h3>
      <div>{children}</div>
    </section>
  );
}

/** Why the real service was asked, and its response. */
function UpstreamFacts({ upstream: { url, mode, status, milliseconds } }: { readonly upstream: UpstreamExplanation }) {
  const asked = mode === 'all' ? 'Everything is fetched from' : 'The mock has nothing here, so this was fetched from';
  return (
    <>
      <p className={styles.facts}>
        {asked} <code>{url}</code>
      </p>
      <p className={styles.quiet}>
        {status === null ? 'No usable response' : `Status ${status}`} after {formatDuration(milliseconds)}. Secrets are
        masked here and in the recording.
      </p>
    </>
  );
}

function Route({ route }: { readonly route: RouteExplanation }) {
  if (route.pattern === null) return <p className={styles.quiet}>No endpoint of the mock API has this address.</p>;
  return (
    <p className={styles.facts}>
      <code>{route.pattern}</code>
      {route.collection !== null && (
        <span>
          collection <code>{route.collection}</code>
        </span>
      )}
      {route.id !== null && (
        <span>
          id <code>{route.id}</code>
        </span>
      )}
    </p>
  );
}

const choosers: Readonly<Record<ScenarioExplanation['chosenBy'], string>> = {
  console: 'active for all clients',
  session: 'active in this session',
  request: 'chosen by the header X-Mock-Scenario',
};

function ScenarioRules({ scenario }: { readonly scenario: ScenarioExplanation }) {
  return (
    <>
      <p className={styles.facts}>
        <b>{scenario.name}</b>
        <span className={styles.quiet}>{choosers[scenario.chosenBy]}</span>
      </p>
      {scenario.rules.length === 0 ? (
        <p className={styles.quiet}>No rule applied to this request.</p>
      ) : (
        <ul className={styles.rules}>
          {scenario.rules.map(({ index, effect }) => (
            <li key={index}>
              <Badge tone="info">rule {index + 1}</Badge>
              <span>{effect}</span>
            </li>
          ))}
        </ul>
      )}
      {scenario.values && (
        <ul className={styles.rules} aria-label="Values put into the response">
          {scenario.values.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand several times.
            <li key={index}>
              <code>{`{${name}}`}</code>
              <span>{value}</span>
            </li>
          ))}
        </ul>
      )}
      {scenario.others && (
        <ul className={styles.rules} aria-label="Rules that did not apply">
          {scenario.others.map(({ index, reason }) => (
            <li key={index}>
              <Badge>rule {index + 1}</Badge>
              <span className={styles.quiet}>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
