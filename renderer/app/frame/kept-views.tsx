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
import { type ViewId, views } from '../base/views.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import styles from './kept-views.module.css';
import { onRest } from './on-rest.ts';
import { ViewContent, type ViewContentProps } from './view-content.tsx';

const Content = memo(ViewContent);

/**
 * The chosen view, and beside it those that were open before: hidden, without effects and subscriptions, so that they cost
 * nothing and appear at once. While the person pauses, the other views are prepared in the same way, one after the other.
 */
export function KeptViews({ view, ...shared }: ViewContentProps) {
  const [kept, setKept] = useState<readonly ViewId[]>([view]);
  if (!kept.includes(view)) setKept([...kept, view]);
  useEffect(() => {
    const next = views.find(({ id }) => !kept.includes(id));
    return (
      next && onRest(() => startTransition(() => setKept((now) => (now.includes(next.id) ? now : [...now, next.id]))))
    );
  }, [kept]);
  return views
    .filter(({ id }) => kept.includes(id))
    .map(({ id }) => (
      <KeptView key={id} isShown={id === view}>
        <Content view={id} {...shared} />
      </KeptView>
    ));
}

/**
 * A view as it was when it was last shown, so that nothing renders while it is hidden. It is hidden by `content-visibility`,
 * which takes it from the keyboard, from screen readers and from Ctrl+F as well, but keeps its styles and its layout.
 */
function KeptView({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  const actions = useContext(ActionsContext);
  const place = useRef<HTMLDivElement>(null);
  const content = (
    <ActionsContext value={actions}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </ActionsContext>
  );
  const latest = useRef(content);
  if (isShown) latest.current = content;
  // Earlier than the effects of the view that appears, some of which measure.
  useInsertionEffect(() => {
    if (!isShown) keepLayout(place.current);
  }, [isShown]);
  // A view that is prepared comes into its place after all effects.
  useLayoutEffect(() => {
    if (!place.current) return;
    const arrivals = new MutationObserver(([arrival]) => keepLayout(arrival?.target));
    arrivals.observe(place.current, { childList: true });
    return () => arrivals.disconnect();
  }, []);
  return (
    <div ref={place} className={isShown ? styles.place : styles.kept}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <div className={styles.box}>{latest.current}</div>
      </Activity>
    </div>
  );
}

/** Takes back the `display: none` with which Activity hides the box in a place, unless the browser knows no other way. */
function keepLayout(place: Node | null | undefined): void {
  const box = place?.firstChild;
  if (box instanceof HTMLElement && CSS.supports('content-visibility', 'hidden')) box.style.removeProperty('display');
}
