import {
  Activity,
  memo,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { ActionsContext } from '../../ui/base/action.tsx';
import { forgetKeys } from '../../ui/base/held-keys.ts';
import { type ViewId, views } from '../base/views.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './kept-views.module.css';
import { onRest } from './on-rest.ts';
import { ViewContent, type ViewContentProps } from './view-content.tsx';

const Content = memo(ViewContent);

/**
 * How far a hidden view is prepared: its elements are made, then laid out; its effects run, which size the tables and make
 * their rows; it is hidden again, with those rows laid out. Each step is short.
 */
const stages = ['made', 'laid out', 'live', 'ready'] as const;
type Stage = (typeof stages)[number];

/** Opening these asks the host for work, so that their effects wait for a person. */
const working: ReadonlySet<ViewId> = new Set(['labs', 'audit', 'time-machine']);

/**
 * The chosen view, and beside it those that were open before: hidden, without effects and subscriptions, so that they cost
 * nothing and appear at once. While the person pauses, the other views are prepared in the same way, one after the other.
 */
export function KeptViews({ view, ...shared }: ViewContentProps) {
  const [kept, setKept] = useState<ReadonlyMap<ViewId, Stage>>(new Map([[view, 'ready']]));
  if (kept.get(view) !== 'ready') setKept(new Map(kept).set(view, 'ready'));
  const latest = useRef(kept);
  useEffect(() => {
    latest.current = kept;
  });
  useEffect(
    () =>
      onRest(() => {
        const next = nextStep(latest.current);
        if (next)
          startTransition(() => setKept((now) => (now.get(next[0]) === 'ready' ? now : new Map(now).set(...next))));
        return next !== null;
      }),
    [],
  );
  // Another workspace has views of its own: keys that wait for work of the closed one are not meant for them.
  useLayoutEffect(() => forgetKeys, []);
  return views.map(({ id }) => {
    const stage = kept.get(id);
    return (
      stage && (
        <KeptView key={id} isShown={id === view} stage={stage}>
          <Content view={id} {...shared} />
        </KeptView>
      )
    );
  });
}

/** The next step of preparation; null when every view is ready. */
function nextStep(kept: ReadonlyMap<ViewId, Stage>): readonly [ViewId, Stage] | null {
  for (const { id } of views) {
    const stage = kept.get(id);
    const next = stage === undefined ? stages[0] : stages[stages.indexOf(stage) + 1];
    if (next) return [id, next === 'live' && working.has(id) ? 'ready' : next];
  }
  return null;
}

/**
 * A view as it was when it was last shown, so that nothing renders while it is hidden. It is hidden by `content-visibility`,
 * which takes it from the keyboard, from screen readers and from Ctrl+F as well, but keeps its styles and its layout.
 */
function KeptView({ isShown, stage, children }: KeptViewProps) {
  const actions = useContext(ActionsContext);
  const place = useRef<HTMLDivElement>(null);
  const content = (
    <ActionsContext value={actions}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </ActionsContext>
  );
  const latest = useRef(content);
  if (isShown) latest.current = content;
  const isLive = isShown || stage === 'live';
  // Earlier than the effects of the view that appears, some of which measure.
  useInsertionEffect(() => {
    if (!isLive) keepLayout(place.current);
  }, [isLive]);
  // A view that is prepared comes into its place after all effects.
  useLayoutEffect(() => {
    if (!place.current) return;
    const arrivals = new MutationObserver(([arrival]) => keepLayout(arrival?.target));
    arrivals.observe(place.current, { childList: true });
    return () => arrivals.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a view that was just left is laid out.
  useEffect(() => {
    if (!isShown && (stage === 'laid out' || stage === 'ready')) layOut(place.current);
  }, [stage]);
  return (
    <div ref={place} className={isShown ? styles.place : styles.kept} data-stage={stage}>
      <Activity mode={isLive ? 'visible' : 'hidden'}>
        <div className={styles.box}>{latest.current}</div>
      </Activity>
    </div>
  );
}

interface KeptViewProps {
  readonly isShown: boolean;
  readonly stage: Stage;
  readonly children: ReactNode;
}

/** Computes the styles and the layout of a hidden place now, so that they are there when it appears. */
function layOut(place: HTMLElement | null): void {
  place?.firstElementChild?.getBoundingClientRect();
}

/** Takes back the `display: none` with which Activity hides the box in a place, unless the browser knows no other way. */
function keepLayout(place: Node | null | undefined): void {
  const box = place?.firstChild;
  if (box instanceof HTMLElement && CSS.supports('content-visibility', 'hidden')) box.style.removeProperty('display');
}
