import { Dices, FastForward } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { crawlQuirks, listChanges, type PaginationRun } from '../../../../server/domain/labs/pagination-run.ts';
import { judgePagination, type StyleVerdict, styleNames } from '../../../../server/domain/labs/pagination-verdict.ts';
import { ActionButton } from '../../../ui/base/action.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { Waiting } from '../../../ui/display/empty-state.tsx';
import { Refusal } from '../../../ui/display/refusal.tsx';
import { Input, Labelled, Select } from '../../../ui/form/field.tsx';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import { CollectionSelect } from '../parts/collection-select.tsx';
import styles from '../parts/lab.module.css';
import { PlayButtons } from '../parts/play-buttons.tsx';
import { CrawlSteps, QuirkFindings, Verdicts } from './crawl-report.tsx';
import own from './pagination.module.css';
import { PaginationGrid } from './pagination-grid.tsx';
import { type PaginationLab, type Speed, speeds } from './pagination-lab.ts';
import { quirkTexts } from './quirk-texts.ts';

/** Five clients crawl one list in five styles while it changes; the grid shows what each of them saw. */
export function PaginationView({ lab }: { readonly lab: PaginationLab }) {
  const { run, step, refusal, settings } = useStore(lab.store);
  useEffect(() => {
    void lab.open();
    return () => lab.pause();
  }, [lab]);
  const verdicts = useMemo(() => (run ? judgePagination(run, step) : []), [run, step]);
  return (
    <div className={styles.lab}>
      <PlayBar lab={lab} />
      <SettingsBar lab={lab} />
      {refusal !== null && <Refusal>{refusal}</Refusal>}
      {run ? (
        <div className={own.stage}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it. */}
          <section className={classNames(own.records, 'scroll')} aria-label="Grid" tabIndex={0}>
            <PaginationGrid run={run} step={step} verdicts={verdicts} />
          </section>
          <div className={classNames(own.report, 'scroll')}>
            <Outcome run={run} step={step} verdicts={verdicts} />
            <p className={classNames(own.soft, own.legend)}>
              A filled “twice” or “never” is a fault: point at it to see why. A record in purple changed during the
              crawl, so any count is right.
            </p>
            <Verdicts verdicts={verdicts} />
            <QuirkFindings quirks={settings.quirks} verdicts={verdicts} />
            <CrawlSteps run={run} step={step} />
          </div>
        </div>
      ) : (
        refusal === null && <Waiting>Crawling the list…</Waiting>
      )}
    </div>
  );
}

interface OutcomeProps {
  readonly run: PaginationRun;
  readonly step: number;
  readonly verdicts: readonly StyleVerdict[];
}

function Outcome({ run, step, verdicts }: OutcomeProps) {
  const faulty = verdicts.filter(({ twice, missed }) => twice.length + missed.length > 0);
  const isEnd = step === run.steps.length;
  const tone = faulty.length > 0 ? styles.bad : isEnd ? styles.good : undefined;
  return (
    <p className={classNames(styles.outcome, tone)} role="status">
      {outcomeText(
        faulty.map(({ style }) => styleNames[style]),
        step,
        isEnd,
      )}
    </p>
  );
}

function outcomeText(faulty: readonly string[], step: number, isEnd: boolean): string {
  if (step === 0) return 'Which style sees every record once when the list changes under it?';
  if (faulty.length > 0)
    return `${new Intl.ListFormat('en').format(faulty)} missed or repeated records${isEnd ? '' : ' already'}.`;
  return isEnd ? 'No style missed or repeated a record.' : 'The clients are reading.';
}

function PlayBar({ lab }: { readonly lab: PaginationLab }) {
  const { run, step, isPlaying, speed, settings } = useStore(lab.store);
  const steps = run?.steps.length ?? 0;
  return (
    <div className={styles.bar}>
      <PlayButtons
        play="labs.pagination.play"
        step="labs.pagination.step"
        restart="labs.pagination.restart"
        isPlaying={isPlaying}
        onPause={() => lab.pause()}
      />
      <ActionButton id="labs.pagination.finish" icon={FastForward}>
        To the end
      </ActionButton>
      <input
        type="range"
        className={own.slider}
        aria-label="Step"
        aria-valuetext={`Step ${step} of ${steps}`}
        min={0}
        max={steps}
        value={step}
        onChange={({ currentTarget }) => lab.show(currentTarget.valueAsNumber)}
      />
      <span className={classNames('figures', own.soft)}>{`${step} of ${steps}`}</span>
      <Labelled label="Speed" className={styles.pick}>
        {(id) => (
          <Select id={id} value={speed} onChange={({ currentTarget }) => lab.setSpeed(currentTarget.value as Speed)}>
            {Object.keys(speeds).map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        )}
      </Labelled>
      <NumberField lab={lab} label="Seed" name="seed" least={0} most={999_999} value={settings.seed} />
      <ActionButton id="labs.pagination.seed" icon={Dices} />
      <span className={styles.end}>
        <CollectionSelect collection={settings.collection} least={2} onChoose={(name) => void lab.choose(name)} />
      </span>
    </div>
  );
}

interface NumberFieldProps {
  readonly lab: PaginationLab;
  readonly label: string;
  readonly name: 'seed' | 'records' | 'pageSize' | 'rate';
  readonly least: number;
  readonly most: number;
  readonly value: number;
}

function NumberField({ lab, label, name, least, most, value }: NumberFieldProps) {
  /** What is typed, and the value that it stands beside: one that the lab sets, such as another seed, replaces it. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: number } | null>(null);
  const type = (text: string) => {
    const next = Number(text);
    const isTaken = text !== '' && Number.isInteger(next) && next >= least && next <= most;
    setTyped({ text, value: isTaken ? next : value });
    if (isTaken && next !== value) void lab.set({ [name]: next });
  };
  return (
    <Labelled label={label} className={styles.pick}>
      {(id) => (
        <Input
          id={id}
          type="number"
          className={own.number}
          min={least}
          max={most}
          value={typed?.value === value ? typed.text : value}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => setTyped(null)}
        />
      )}
    </Labelled>
  );
}

function SettingsBar({ lab }: { readonly lab: PaginationLab }) {
  const { settings, fields } = useStore(lab.store);
  const { records, pageSize, rate, changes, quirks, sort, client } = settings;
  const { time = null, key = '' } = fields?.definition ?? {};
  const names = (fields?.fields ?? []).flatMap(({ path, kinds }) =>
    path.length === 1 && kinds.every((kind) => kind !== 'object' && kind !== 'array') ? path : [],
  );
  const orders = new Map([
    ...(time === null
      ? []
      : ([
          [`-${time}`, 'newest first'],
          [time, 'oldest first'],
        ] as const)),
    [key, 'key'] as const,
    ...names.filter((name) => name !== key && name !== time).map((name) => [name, name] as const),
  ]);
  const toggled = <T extends string>(all: readonly T[], one: T, order: readonly T[]) =>
    order.filter((other) => (other === one ? !all.includes(one) : all.includes(other)));
  return (
    <div className={styles.bar}>
      <NumberField lab={lab} label="Records" name="records" least={2} most={160} value={records} />
      <NumberField lab={lab} label="Page size" name="pageSize" least={1} most={50} value={pageSize} />
      <Labelled label="Order" className={styles.pick}>
        {(id) => (
          <Select id={id} value={sort} onChange={({ currentTarget }) => void lab.set({ sort: currentTarget.value })}>
            {!orders.has(sort) && <option>{sort}</option>}
            {Array.from(orders, ([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Select>
        )}
      </Labelled>
      <NumberField lab={lab} label="Changes per page" name="rate" least={0} most={20} value={rate} />
      <fieldset className={own.toggles} aria-label="Kinds of changes">
        {listChanges.map((change) => (
          <Toggle
            key={change}
            title={change}
            isOn={changes.includes(change)}
            onToggle={() => void lab.set({ changes: toggled(changes, change, listChanges) })}
          />
        ))}
      </fieldset>
      <SegmentedControl
        label="Clients"
        options={[
          { value: 'follows', title: 'Follow next links' },
          { value: 'computes', title: 'Compute the next page' },
        ]}
        chosen={client}
        onChoose={(next) => void lab.set({ client: next })}
      />
      <fieldset className={own.toggles} aria-label="Quirks of the server">
        <legend>Quirks</legend>
        {crawlQuirks.map((quirk) => (
          <Toggle
            key={quirk}
            title={quirkTexts[quirk].title}
            hint={`Catches clients that ${quirkTexts[quirk].catches}.`}
            isOn={quirks.includes(quirk)}
            onToggle={() => void lab.set({ quirks: toggled(quirks, quirk, crawlQuirks) })}
          />
        ))}
      </fieldset>
    </div>
  );
}

interface ToggleProps {
  readonly title: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

function Toggle({ title, hint, isOn, onToggle }: ToggleProps) {
  return (
    <button type="button" className={own.toggle} aria-pressed={isOn} title={hint} onClick={onToggle}>
      {title}
    </button>
  );
}
