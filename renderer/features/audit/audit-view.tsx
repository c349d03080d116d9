import { CircleCheck, CircleMinus, CircleX, type LucideIcon, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { AuditedClient } from '../../../server/contract/schema/output.ts';
import type { AuditOutcome, RuleResult } from '../../../server/domain/audit/result.ts';
import { isScene } from '../../../server/domain/audit/scenes.ts';
import { useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { Button } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { formatCount, plural } from '../../ui/base/format.ts';
import { EmptyState, Waiting } from '../../ui/display/empty-state.tsx';
import { Badge, type Tone } from '../../ui/display/tag.tsx';
import { Input, Labelled, Select } from '../../ui/form/field.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import styles from './audit.module.css';
import { type AuditLimits, type Audits, keyOf } from './audits.ts';
import { DriftPane } from './drift-pane.tsx';
import type { Drifts } from './drifts.ts';
import { ReportMenu } from './report-menu.tsx';
import { Scenes } from './scene-list.tsx';

const limitFields: readonly { readonly name: keyof AuditLimits; readonly label: string; readonly hint: string }[] = [
  { name: 'connection', label: 'Connection', hint: 'any' },
  { name: 'from', label: 'Requests', hint: 'first' },
  { name: 'to', label: 'to', hint: 'last' },
];

/** Requests of a finding that are listed at first. */
const linksShown = 8;

interface AuditViewProps {
  readonly audits: Audits;
  readonly drifts: Drifts;
}

/** Judges the clients by the rules of HTTP, or the mock by the real service. */
export function AuditView({ audits, drifts }: AuditViewProps) {
  const isDrift = useStore(drifts.store, ({ isShown }) => isShown);
  const parts = (
    <SegmentedControl
      label="Audit of"
      options={[
        { value: 'clients', title: 'Clients' },
        { value: 'upstream', title: 'Upstream' },
      ]}
      chosen={isDrift ? 'upstream' : 'clients'}
      onChoose={(part) => drifts.show(part === 'upstream')}
    />
  );
  if (!isDrift) return <ClientAudit audits={audits} parts={parts} />;
  return (
    <div className={styles.view}>
      <div className={classNames('line', styles.bar)}>{parts}</div>
      <div className={classNames('scroll', styles.results)}>
        <DriftPane drifts={drifts} />
      </div>
    </div>
  );
}

interface ClientAuditProps {
  readonly audits: Audits;
  /** The choice of the part that is shown. */
  readonly parts: ReactNode;
}

/** Judges a client by the rules of HTTP, with its requests and what would mend it. */
function ClientAudit({ audits, parts }: ClientAuditProps) {
  const { clients, chosen, limits, played, run } = useStore(audits.store);
  useEffect(() => void audits.run(), [audits]);
  const isEmpty = run?.requests === 0;
  const isStale = useHost(({ log }) => run !== null && played === null && log.total !== run.logged);
  return (
    <div className={styles.view}>
      <div className={classNames('line', styles.bar)}>
        {parts}
        <Select
          aria-label="Client"
          className={styles.client}
          value={played ? 'scenes' : chosen}
          onChange={(event) => void audits.choose(event.currentTarget.value)}
        >
          {played && <option value="scenes">{played.session}: the requests of the latest scenes</option>}
          <option value="">All clients</option>
          {clients?.map((client) => (
            <option key={keyOf(client)} value={keyOf(client)}>
              {titleOf(client)}
            </option>
          ))}
        </Select>
        {limitFields.map(({ name, label, hint }) => (
          <Labelled key={name} label={label} className={styles.limit}>
            {(id) => (
              <Input
                id={id}
                inputMode="numeric"
                placeholder={hint}
                value={limits[name]}
                onChange={(event) => void audits.limit({ [name]: event.currentTarget.value.replaceAll(/\D/g, '') })}
              />
            )}
          </Labelled>
        ))}
        <ActionButton id="audit.run" icon={Play} look="primary">
          Run the audit
        </ActionButton>
        <span className={styles.count} role="status">
          {run && <span>{summaryOf(run.results)}</span>}
          {run && !isStale && <span>{plural(run.requests, 'request')} of clients</span>}
          {isStale && <b className={styles.stale}>new requests: run it again</b>}
        </span>
        <ReportMenu of="audit" />
      </div>
      <div className={classNames('scroll', styles.results)}>
        <Scenes audits={audits} />
        {!run && <Waiting>Reading the log…</Waiting>}
        {isEmpty && (
          <EmptyState title="No requests to audit">
            Let a client call the mock API, then run the audit. It shows unsafe writes and retries, lost updates, wrong
            paging and wasted requests. Requests from the console, such as those of Try it, are not judged.
          </EmptyState>
        )}
        {run && !isEmpty && <Results results={run.results} audits={audits} />}
      </div>
    </div>
  );
}

function titleOf({ client, session, requests }: AuditedClient): string {
  return `${nameOf(client, session)} · ${plural(requests, 'request')}`;
}

function nameOf(client: string, session: string | null): string {
  const where = session === null ? '' : ` in ${session}`;
  return `${client === '' ? 'Without User-Agent' : client}${where}`;
}

function summaryOf(results: readonly RuleResult[]): string {
  const number = (outcome: AuditOutcome) => results.filter((result) => result.outcome === outcome).length;
  const [failed, passed] = [number('fail'), number('pass')];
  return `${plural(failed, 'rule')} failed, ${passed} passed, ${number('not-exercised')} not exercised`;
}

interface ResultsProps {
  readonly results: readonly RuleResult[];
  readonly audits: Audits;
}

function Results({ results, audits }: ResultsProps) {
  const of = (outcome: AuditOutcome) => results.filter((result) => result.outcome === outcome);
  const failed = (['error', 'warning', 'information'] as const).flatMap((severity) =>
    of('fail').filter((result) => result.severity === severity),
  );
  return (
    <>
      <section aria-label="Failed">
        <h2>Failed</h2>
        {failed.length === 0 && <p className={styles.none}>The client broke no rule that its requests exercised.</p>}
        {failed.map((result) => (
          <FailedRule key={result.id} result={result} audits={audits} />
        ))}
      </section>
      <RuleList title="Passed" icon={CircleCheck} results={of('pass')} isGood />
      <RuleList title="Not exercised" icon={CircleMinus} results={of('not-exercised')} />
    </>
  );
}

const tones: Readonly<Record<RuleResult['severity'], Tone>> = { error: 'bad', warning: 'warn', information: 'info' };

function FailedRule({ result, audits }: { readonly result: RuleResult; readonly audits: Audits }) {
  const { title, severity, mend, source, findings, failures } = result;
  return (
    <article className={classNames(styles.failed, styles[severity])} aria-label={title}>
      <h3>
        <Badge tone={tones[severity]} icon={CircleX}>
          {severity}
        </Badge>
        {title}
      </h3>
      <p className={styles.mend}>
        {mend} <SourceLink source={source} />
      </p>
      <ul>
        {findings.map(({ detail, requests, scenario, client, session }) => (
          <li key={`${detail} ${requests.join(' ')}`}>
            {detail} <RequestLinks requests={requests} onOpen={(id) => audits.openRequest(id)} />
            {audits.judgesSeveral && <span className={styles.where}>{nameOf(client, session)} </span>}
            {isScene(scenario) && <span className={styles.where}>{scenario}</span>}
          </li>
        ))}
        {failures > findings.length && <li>{plural(failures - findings.length, 'more finding')}.</li>}
      </ul>
    </article>
  );
}

interface RequestLinksProps {
  readonly requests: readonly number[];
  readonly onOpen: (id: number) => void;
}

/** Buttons that show requests in the log; a long list has one button that shows the rest. */
function RequestLinks({ requests, onOpen }: RequestLinksProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || requests.length <= linksShown + 1 ? requests : requests.slice(0, linksShown);
  const more = requests.length - shown.length;
  return (
    <>
      {shown.map((id) => (
        <Button key={id} look="bare" className={styles.request} onClick={() => onOpen(id)}>
          request {id}
        </Button>
      ))}
      {more > 0 && (
        <Button look="bare" className={styles.request} onClick={() => setShowsAll(true)}>
          and {formatCount(more)} more
        </Button>
      )}
    </>
  );
}

function SourceLink({ source }: Pick<RuleResult, 'source'>) {
  return (
    <a href={source.url} target="_blank" rel="noreferrer">
      {source.name}
    </a>
  );
}

interface RuleListProps {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly results: readonly RuleResult[];
  readonly isGood?: boolean;
}

function RuleList({ title, icon: Icon, results, isGood = false }: RuleListProps) {
  if (results.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className={styles.rules}>
        {results.map((result) => (
          <li key={result.id}>
            <Icon aria-hidden className={isGood ? styles.good : styles.faint} />
            <span>{result.title}</span>
            <SourceLink source={result.source} />
          </li>
        ))}
      </ul>
    </section>
  );
}
