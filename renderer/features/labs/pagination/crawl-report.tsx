import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import type { LabChange, LabStep, PaginationRun } from '../../../../server/domain/labs/pagination-run.ts';
import { describeVerdict, type StyleVerdict, styleNames } from '../../../../server/domain/labs/pagination-verdict.ts';
import { plural } from '../../../ui/base/format.ts';
import { MethodTag, StatusTag } from '../../../ui/display/tag.tsx';
import styles from './pagination.module.css';
import type { PaginationSettings } from './pagination-lab.ts';
import { quirkTexts } from './quirk-texts.ts';

/** The findings in sentences: one for each style. */
export function Verdicts({ verdicts }: { readonly verdicts: readonly StyleVerdict[] }) {
  return (
    <section aria-label="Findings">
      <h2>Findings</h2>
      <ul className={styles.verdicts}>
        {verdicts.map((verdict) => {
          const { style, end, twice, missed, refusal, changed } = verdict;
          const isFaulty = twice.length + missed.length > 0 || refusal !== null;
          const Icon = isFaulty ? CircleX : end === null ? LoaderCircle : CircleCheck;
          return (
            <li key={style} className={isFaulty ? styles.faulty : end === null ? undefined : styles.faultless}>
              <Icon aria-hidden />
              <span>
                {describeVerdict(verdict)}
                {refusal !== null && <span className={styles.soft}> {refusal}</span>}
                {changed > 0 && end !== null && (
                  <span className={styles.soft}> {plural(changed, 'record')} changed meanwhile.</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface QuirkFindingsProps {
  readonly quirks: PaginationSettings['quirks'];
  readonly verdicts: readonly StyleVerdict[];
}

/** The fault that each quirk provokes, and whether the clients of this run had it. */
export function QuirkFindings({ quirks, verdicts }: QuirkFindingsProps) {
  if (quirks.length === 0) return null;
  return (
    <section aria-label="Quirks">
      <h2>Quirks</h2>
      <ul className={styles.verdicts}>
        {quirks.map((quirk) => {
          const { title, catches, styles: shownIn } = quirkTexts[quirk];
          const caught = verdicts.filter(
            ({ style, twice, missed, refusal }) =>
              shownIn.includes(style) && (twice.length + missed.length > 0 || refusal !== null),
          );
          return (
            <li key={quirk}>
              <span>
                <b>{title}</b> catches clients that {catches}.{' '}
                <span className={styles.soft}>
                  {caught.length === 0
                    ? 'These clients cope with it.'
                    : `Look at ${caught.map(({ style }) => styleNames[style]).join(', ')}.`}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface CrawlStepsProps {
  readonly run: PaginationRun;
  readonly step: number;
}

/** The latest steps, the newest first. */
const shownSteps = 40;

export function CrawlSteps({ run, step }: CrawlStepsProps) {
  const rounds = numbered(run.steps.slice(0, step));
  return (
    <section aria-label="Steps">
      <h2>Steps</h2>
      <p className={styles.soft}>
        Each client reads a page, then records change, and so on. It happens on a copy of the records, so the request
        log has none of it.
      </p>
      <ol className={styles.steps}>
        {rounds
          .toReversed()
          .slice(0, shownSteps)
          .map(({ one, round, number }) => (
            <li key={number}>{one.kind === 'change' ? <Change change={one} /> : <Pages step={one} round={round} />}</li>
          ))}
      </ol>
    </section>
  );
}

function numbered(steps: readonly LabStep[]) {
  let round = 0;
  return steps.map((one, number) => {
    if (one.kind === 'pages') round += 1;
    return { one, round, number };
  });
}

function Change({ change: { change, id, method, target } }: { readonly change: LabChange }) {
  const words = { insert: 'Inserted', delete: 'Deleted', move: 'Moved' } as const;
  return (
    <span className="line">
      <MethodTag method={method} />
      <span>
        {words[change]} <code>{id}</code>
      </span>
      <code className={styles.target}>{target}</code>
    </span>
  );
}

interface PagesProps {
  readonly step: Extract<LabStep, { kind: 'pages' }>;
  readonly round: number;
}

function Pages({ step: { pages }, round }: PagesProps) {
  return (
    <details open={pages.some(({ status }) => status !== 200)}>
      <summary>{`Page ${round} of ${pages.map(({ style }) => styleNames[style]).join(', ')}`}</summary>
      <ul>
        {pages.map(({ style, target, status, detail }) => (
          <li key={style}>
            {status !== 200 && <StatusTag status={status} />}
            <code className={styles.target}>{target}</code>
            <span className={styles.soft}>{detail}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
