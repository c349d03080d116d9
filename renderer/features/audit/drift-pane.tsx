import { CircleCheck, CircleHelp, CircleX, Info, type LucideIcon, Scale, Wrench, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { ShownExchange, ShownSide } from '../../../server/contract/schema/drift.ts';
import type { DriftCheck } from '../../../server/domain/drift/drift.ts';
import { describeChange } from '../../../server/domain/drift/drift-report.ts';
import { visible, visibleLines } from '../../../server/domain/json/visible-text.ts';
import { useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { Button } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { plural } from '../../ui/base/format.ts';
import { EmptyState, Waiting } from '../../ui/display/empty-state.tsx';
import { Progress } from '../../ui/display/progress.tsx';
import { Badge, type Tone } from '../../ui/display/tag.tsx';
import { Field, Input, TextArea } from '../../ui/form/field.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { CodeText } from '../../ui/json/json-view.tsx';
import styles from './audit.module.css';
import drift from './drift.module.css';
import type { Drifts } from './drifts.ts';
import { ReportMenu } from './report-menu.tsx';

/** Compares the mock with the real service, with both responses of each difference and a button that ends it. */
export function DriftPane({ drifts }: { readonly drifts: Drifts }) {
  const { url, headers, writes, isRunning, run } = useStore(drifts.store);
  const upstream = useHost((state) => state.upstream.url);
  const share = useHost((state) => state.jobs.find(({ kind }) => kind === 'drift')?.share ?? 0);
  return (
    <>
      <div className={drift.form}>
        <Field label="Service">
          {(wiring) => (
            <Input
              {...wiring}
              placeholder="https://api.example.com"
              value={url ?? upstream ?? ''}
              onChange={(event) => drifts.edit({ url: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Headers for it" hint="A line each. Nothing keeps them, and reports do not have them.">
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={2}
              spellCheck={false}
              placeholder="Authorization: Bearer …"
              value={headers}
              onChange={(event) => drifts.edit({ headers: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Also write" hint="A record is made in each collection, changed, and deleted afterwards.">
          {({ id }) => (
            <Switch
              id={id}
              label="Also write"
              checked={writes}
              onChange={(checked) => drifts.edit({ writes: checked })}
            />
          )}
        </Field>
        <span className={styles.buttons}>
          {isRunning ? (
            <>
              <Progress label="Comparing" share={share} />
              <ActionButton id="drift.cancel" icon={X}>
                Cancel
              </ActionButton>
            </>
          ) : (
            <ActionButton id="drift.run" icon={Scale} look="primary">
              Compare
            </ActionButton>
          )}
          {run && !isRunning && <ReportMenu of="drift" />}
        </span>
      </div>
      {run ? (
        <Checks drifts={drifts} checks={run.checks} />
      ) : (
        <EmptyState title="Does the mock do what the service does?">
          The same requests go to both, and what each does with its own data is compared: statuses, forms, types, tags,
          pages and errors. The mock responds from a copy, so its records and its log stay as they are.
        </EmptyState>
      )}
    </>
  );
}

type Kind = 'different' | 'information' | 'unknown' | 'same';

const kinds: readonly (readonly [kind: Kind, title: string, tone: Tone, icon: LucideIcon])[] = [
  ['different', 'Different', 'bad', CircleX],
  ['information', 'Only in the mock', 'info', Info],
  ['unknown', 'Not known', 'neutral', CircleHelp],
  ['same', 'Same', 'good', CircleCheck],
];

function kindOf({ outcome, severity }: DriftCheck): Kind {
  return outcome === 'different' && severity === 'information' ? 'information' : outcome;
}

/** The checks with one result in several collections as one, with their names. */
function alike(checks: readonly DriftCheck[]): readonly (readonly [check: DriftCheck, collections: string])[] {
  const groups = new Map<string, DriftCheck[]>();
  for (const check of checks) {
    const key = JSON.stringify([check.rule, check.detail, check.change]);
    groups.set(key, [...(groups.get(key) ?? []), check]);
  }
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    return first ? [[first, all.map(({ collection }) => collection).join(', ')] as const] : [];
  });
}

function Checks({ drifts, checks }: { readonly drifts: Drifts; readonly checks: readonly DriftCheck[] }) {
  const number = (kind: Kind) => checks.filter((check) => kindOf(check) === kind).length;
  return (
    <>
      <p className={styles.none} role="status">
        {plural(checks.length, 'check')}: {number('different')} different, {number('unknown')} not known.
      </p>
      {kinds.map(([kind, title, tone, icon]) => {
        const word = title.toLowerCase();
        const found = checks.filter((check) => kindOf(check) === kind);
        const rows = alike(found).map(([check, collections]) => (
          <Check key={check.id} drifts={drifts} check={check} collections={collections}>
            <Badge tone={tone} icon={icon}>
              {word}
            </Badge>
          </Check>
        ));
        if (found.length === 0) return null;
        if (kind === 'different') {
          return (
            <section key={kind} aria-label={title}>
              <h2>{title}</h2>
              {rows}
            </section>
          );
        }
        return (
          <details key={kind} className={drift.others}>
            <summary>
              {title} ({found.length})
            </summary>
            {rows}
          </details>
        );
      })}
    </>
  );
}

interface CheckProps {
  readonly drifts: Drifts;
  readonly check: DriftCheck;
  /** Names of the collections with this result. */
  readonly collections: string;
  readonly children: ReactNode;
}

function Check({ drifts, check, collections, children }: CheckProps) {
  const { opened, exchanges, applied } = useStore(drifts.store);
  const isOpen = opened === check.id;
  const { change } = check;
  const isDifferent = check.outcome === 'different';
  return (
    <article
      className={classNames(drift.check, isDifferent && drift.different)}
      aria-label={`${check.title}, ${check.collection}`}
    >
      <h3>
        {children} {check.title} <span className={styles.where}>{collections}</span>
      </h3>
      <p>{visible(check.detail)}</p>
      <span className={styles.buttons}>
        {isDifferent &&
          change &&
          (applied.has(JSON.stringify(change)) ? (
            <Badge tone="good" icon={CircleCheck}>
              applied; compare again
            </Badge>
          ) : (
            <Button icon={Wrench} onClick={() => void drifts.apply(check)}>
              Apply {visible(describeChange(change))}
            </Button>
          ))}
        {check.exchanges.length > 0 && (
          <Button look="bare" aria-expanded={isOpen} onClick={() => void drifts.open(check)}>
            {isOpen ? 'Hide the responses' : 'Show the responses'}
          </Button>
        )}
      </span>
      {isOpen && !exchanges && <Waiting>Reading the responses…</Waiting>}
      {isOpen && exchanges?.map((exchange) => <Exchange key={exchange.number} exchange={exchange} />)}
    </article>
  );
}

function Exchange({ exchange: { ours, theirs } }: { readonly exchange: ShownExchange }) {
  return (
    <div className={drift.both}>
      <Message title="Mock" side={ours} />
      <Message title="Service" side={theirs} />
    </div>
  );
}

function Message({ title, side: { request, response } }: { readonly title: string; readonly side: ShownSide }) {
  const lines = (headers: readonly (readonly [string, string])[]) =>
    headers.map(([name, value]) => `${name}: ${value}`);
  const sent = request && [
    `${request.method} ${request.target}`,
    ...lines(request.headers),
    ...(request.body ? ['', request.body] : []),
  ];
  const received = response
    ? [`HTTP ${response.status}`, ...lines(response.headers), '', response.body]
    : ['No response.'];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section aria-label={title} tabIndex={0}>
      <h4>{title}</h4>
      <CodeText text={visibleLines(sent ? [...sent, '', ...received].join('\n') : 'Not asked.')} />
    </section>
  );
}
