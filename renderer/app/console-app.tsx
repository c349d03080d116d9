import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '../ui/tokens.css';
import '../ui/base.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useStore } from 'zustand';
import { type Client, createClient } from '../console/client.ts';
import { createMirror, type Mirror } from '../console/mirror.ts';
import type { Transport } from '../console/transport.ts';
import { ConsoleContext } from '../console/use-console.ts';
import { EmptyState, Failure, Waiting } from '../ui/empty-state.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Shell } from './shell.tsx';
import { createWorkbench } from './workbench.ts';

/** Puts the console into the page, over the transport that the entry has chosen. */
export function startConsole(transport: Transport): void {
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root');
  const client = createClient(transport);
  const mirror = createMirror(client, transport);
  mirror.store.subscribe(({ isLeft }) => {
    if (!isLeft) return;
    renew();
    window.addEventListener('hashchange', renew);
  });
  createRoot(place).render(
    <StrictMode>
      <ErrorBoundary>
        <ConsoleContext value={{ client, mirror }}>
          <TooltipProvider>
            <Opening client={client} mirror={mirror} />
          </TooltipProvider>
        </ConsoleContext>
      </ErrorBoundary>
    </StrictMode>,
  );
}

/** Loads the page anew, at the view to which somebody went last: a reload that is under way would come back to the one before. */
function renew(): void {
  window.location.reload();
}

interface OpeningProps {
  readonly client: Client;
  readonly mirror: Mirror;
}

/** Waits for the first snapshot, and says why when it does not come. */
function Opening({ client, mirror }: OpeningProps) {
  const { link, state, problem } = useStore(mirror.store);
  if (state) return <Workplace client={client} mirror={mirror} />;
  if (link === 'refused') {
    return (
      <EmptyState title="This page needs the token of its host">
        Open the address that the host printed when it started, with everything behind the <code>#</code>.
      </EmptyState>
    );
  }
  if (link === 'lost' || problem) {
    return (
      <Failure title="The host does not answer">
        <p>{problem?.detail ?? 'The console tries again by itself.'}</p>
      </Failure>
    );
  }
  return <Waiting>Connecting to the host…</Waiting>;
}

function Workplace({ client, mirror }: OpeningProps) {
  const [bench] = useState(() => createWorkbench(client, mirror));
  return <Shell bench={bench} />;
}
