import { ChartColumn, Timer, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { RequestSummary } from '../../../../server/contract/schema/state.ts';
import { Button } from '../../../ui/base/button.tsx';
import { classNames } from '../../../ui/base/class-names.ts';
import { useRemembered } from '../../../ui/base/remember.ts';
import type { LogView } from '../log/log-view.ts';
import { barPieces } from './bar-pieces.ts';
import styles from './histogram.module.css';
import { LatencyChart } from './latency-chart.tsx';
import { describeSpan, Totals } from './legend.tsx';
import {
  type LatencyClass,
  type LogTally,
  type StatusClass,
  spanOf,
  type TimeSpan,
  tallyLatencies,
  tallyRequests,
  withoutSpan,
  withSpan,
} from './tally.ts';

/** Milliseconds between two updates while requests arrive. */
const pause = 200;
/** Pixels. */
const height = 44;
const widestBar = 32;

interface HistogramProps {
  readonly view: LogView;
  /** The same requests of every status, whose totals stay while one status is shown. */
  readonly ofAllStatuses: LogView;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** The listed requests over time by status class. A selected time span becomes part of the search. */
export function Histogram({ view, ofAllStatuses, search, onSearch }: HistogramProps) {
  const { tally, latencies, totals } = useTally(view, ofAllStatuses);
  const [picture, setPicture] = useRemembered<'time' | 'latency'>('requests.picture', 'time');
  /** The two moments of a selection in progress. */
  const [choice, setChoice] = useState<{ readonly anchor: number; readonly head: number } | null>(null);
  /** The beginning of the interval under the pointer. */
  const [pointed, setPointed] = useState<number | null>(null);
  const legend = useId();
  if (!tally || !totals) return null;
  const place = (time: number) =>
    Math.min(tally.intervals - 1, Math.max(0, Math.floor((time - tally.start) / tally.width)));
  const span = choice && spanOf(tally, place(choice.anchor), place(choice.head));
  const counted = pointed === null ? '' : `${describeSpan(tally, spanOf(tally, place(pointed), place(pointed)))}\n`;
  const apply = (wanted: TimeSpan | null) => {
    setChoice(null);
    onSearch(withSpan(search, wanted, tally));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const from = choice ? place(choice.head) : tally.intervals;
    const to = placeAfter(event.key, from, tally.intervals);
    if (to !== null) {
      const head = tally.start + to * tally.width;
      setChoice({ anchor: event.shiftKey && choice ? choice.anchor : head, head });
    } else if (event.key === 'Enter' && span) apply(span);
    else if (event.key === 'Escape') apply(null);
    else return;
    event.preventDefault();
  };
  const shows = picture === 'latency' ? 'time' : 'latency';
  const other = (
    <Button look="bare" icon={shows === 'latency' ? Timer : ChartColumn} onClick={() => setPicture(shows)}>
      {shows === 'latency' ? 'Latency' : 'Over time'}
    </Button>
  );
  if (picture === 'latency') {
    return (
      <div className={styles.picture}>
        <svg aria-hidden className={styles.patterns}>
          <Patterns />
        </svg>
        <LatencyChart classes={latencies} search={search} onSearch={onSearch} />
        <div className={styles.legend}>
          <span className={styles.words}>
            <Totals tally={tally} totals={totals} search={search} onSearch={onSearch} />
          </span>
          {other}
        </div>
      </div>
    );
  }
  const isNarrowed = withoutSpan(search) !== search.trim();
  return (
    <div className={styles.picture}>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Requests over time"
        aria-describedby={legend}
        aria-valuemin={0}
        aria-valuemax={tally.intervals - 1}
        aria-valuenow={choice ? place(choice.head) : tally.intervals - 1}
        aria-valuetext={span ? describeSpan(tally, span) : 'No time span selected'}
        title={`${counted}Drag to filter by time. Keyboard: arrow keys, Shift to extend, Enter to apply`}
        className={styles.chart}
        onKeyDown={onKeyDown}
        onBlur={() => setChoice(null)}
      >
        <Chart
          tally={tally}
          span={span}
          onPoint={(time, isStart) => setChoice((old) => ({ anchor: isStart || !old ? time : old.anchor, head: time }))}
          onDone={(time) => choice && apply(spanOf(tally, place(choice.anchor), place(time)))}
          onHover={(time) => setPointed(time === null ? null : tally.start + place(time) * tally.width)}
        />
      </div>
      <div className={styles.legend}>
        <span id={legend} className={styles.words}>
          {span ? (
            describeSpan(tally, span)
          ) : (
            <Totals tally={tally} totals={totals} search={search} onSearch={onSearch} />
          )}
        </span>
        {isNarrowed && (
          <Button look="bare" icon={X} onClick={() => apply(null)}>
            Clear time filter
          </Button>
        )}
        {other}
      </div>
    </div>
  );
}

function placeAfter(key: string, from: number, intervals: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    Home: 0,
    End: intervals,
  };
  const to = places[key];
  return to === undefined ? null : Math.min(intervals - 1, Math.max(0, to));
}

interface Tallies {
  /** Null without requests. */
  readonly tally: LogTally | null;
  readonly latencies: readonly LatencyClass[];
  /** Requests of every status, by class. */
  readonly totals: LogTally['totals'] | null;
}

/** The tallies of the list, updated a few times a second at most. */
function useTally(view: LogView, ofAllStatuses: LogView): Tallies {
  const [tally, setTally] = useState(() => tallyOf(view, ofAllStatuses));
  const latest = useRef([view, ofAllStatuses] as const);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = [view, ofAllStatuses];
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setTally(tallyOf(...latest.current));
    }, pause);
  }, [view, ofAllStatuses]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return tally;
}

function tallyOf(view: LogView, ofAllStatuses: LogView): Tallies {
  const requests = requestsIn(view);
  const tally = tallyRequests(requests);
  const whole = ofAllStatuses === view ? tally : tallyRequests(requestsIn(ofAllStatuses));
  return { tally, latencies: tallyLatencies(requests), totals: whole?.totals ?? null };
}

function requestsIn(view: LogView): readonly RequestSummary[] {
  const requests = [];
  for (let index = 0; index < view.count; index++) {
    const line = view.at(index);
    if (line?.kind === 'request') requests.push(line.request);
  }
  return requests;
}

interface ChartProps {
  readonly tally: LogTally;
  readonly span: TimeSpan | null;
  readonly onPoint: (time: number, isStart: boolean) => void;
  readonly onDone: (time: number) => void;
  /** Gets the moment under the pointer; null when it leaves. */
  readonly onHover: (time: number | null) => void;
}

/** Stacked bars, one colour for each status class. */
function Chart({ tally, span, onPoint, onDone, onHover }: ChartProps) {
  const box = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(entry.contentRect.width);
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const bar = Math.min(widestBar, width / tally.intervals);
  const timeAt = (event: React.PointerEvent<SVGSVGElement>) =>
    tally.start + ((event.clientX - event.currentTarget.getBoundingClientRect().left) / bar) * tally.width;
  const left = (time: number) => ((time - tally.start) / tally.width) * bar;
  return (
    <svg
      ref={box}
      aria-hidden
      className={styles.bars}
      height={height}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onPoint(timeAt(event), true);
      }}
      onPointerMove={(event) => {
        onHover(timeAt(event));
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onPoint(timeAt(event), false);
      }}
      onPointerUp={(event) => onDone(timeAt(event))}
      onPointerLeave={() => onHover(null)}
    >
      <Patterns />
      {shapes(tally, bar).map(({ name, path }) => (
        <path key={name} d={path} className={classNames(styles.class, styles[`class${name}`])} />
      ))}
      {span && (
        <rect
          className={styles.span}
          x={left(span.first)}
          width={left(span.last + 1) - left(span.first)}
          height={height}
        />
      )}
    </svg>
  );
}

/** One SVG path for each class. */
function shapes(tally: LogTally, bar: number): readonly { name: StatusClass; path: string }[] {
  const gap = bar > 3 ? 1 : 0;
  const paths = new Map<StatusClass, string>();
  for (const { interval, name, top, tall } of barPieces(tally, height)) {
    const piece = `M${(interval * bar).toFixed(1)} ${top.toFixed(1)}h${(bar - gap).toFixed(1)}v${tall.toFixed(1)}h${(gap - bar).toFixed(1)}z`;
    paths.set(name, (paths.get(name) ?? '') + piece);
  }
  return Array.from(paths, ([name, path]) => ({ name, path }));
}

/** Patterns that distinguish the classes without colour. */
function Patterns() {
  return (
    <defs>
      <pattern id="class-4xx" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="4" height="4" className={styles.ground4xx} />
        <rect width="2" height="4" className={styles.line4xx} />
      </pattern>
      <pattern id="class-3xx" width="3" height="3" patternUnits="userSpaceOnUse">
        <rect width="3" height="3" className={styles.ground3xx} />
        <rect width="3" height="1" className={styles.line3xx} />
      </pattern>
      <pattern id="class-none" width="3" height="3" patternUnits="userSpaceOnUse">
        <rect width="1.5" height="1.5" className={styles.linenone} />
      </pattern>
    </defs>
  );
}
