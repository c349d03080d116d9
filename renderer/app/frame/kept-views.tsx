import { Activity, memo, type ReactNode, startTransition, useContext, useEffect, useRef, useState } from 'react';
import { ActionsContext } from '../../ui/base/action.tsx';
import { type ViewId, views } from '../base/views.ts';
import { ErrorBoundary } from './error-boundary.tsx';
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

/** A view as it was when it was last shown, so that nothing renders while it is hidden. */
function KeptView({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  const actions = useContext(ActionsContext);
  const content = (
    <ActionsContext value={actions}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </ActionsContext>
  );
  const latest = useRef(content);
  if (isShown) latest.current = content;
  return <Activity mode={isShown ? 'visible' : 'hidden'}>{latest.current}</Activity>;
}
