import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '../ui/base/tokens.css';
import '../ui/base/base.css';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { type StoreApi, useStore } from 'zustand';
import { type ConsoleConnection, connections } from '../console/connection.ts';
import { consoleId } from '../console/console-id.ts';
import type { Transport } from '../console/transport.ts';
import { ConsoleContext } from '../console/use-console.ts';
import { Tooltips } from '../ui/base/tooltip.tsx';
import { EmptyState, Failure, Waiting } from '../ui/display/empty-state.tsx';
import { ErrorBoundary } from './frame/error-boundary.tsx';
import { Shell } from './frame/shell.tsx';
import { TokenForm } from './frame/token-form.tsx';
import { createWorkbench } from './workbench/workbench.ts';

/** Renders the console into `#root`; throws if the page has none. */
export function startConsole(transport: Transport): void {
  const place = document.getElementById('root');
  if (!place) throw new Error('The page has no #root');
  createRoot(place).render(
    <StrictMode>
      <ErrorBoundary>
        <Connected connections={connections(transport, consoleId(sessionStorage))} />
        <Tooltips />
      </ErrorBoundary>
    </StrictMode>,
  );
}

function Connected({ connections }: { readonly connections: StoreApi<ConsoleConnection> }) {
  const connection = useStore(connections);
  return (
    <ConsoleContext value={connection}>
      <Opening connection={connection} />
    </ConsoleContext>
  );
}

interface OpeningProps {
  readonly connection: ConsoleConnection;
}

/** Waits for the first snapshot, and shows why if it fails. */
function Opening({ connection }: OpeningProps) {
  const { link, state, problem } = useStore(connection.mirror.store);
  if (state) return <OpenWorkspace connection={connection} />;
  if (link === 'refused') {
    return (
      <EmptyState title="This page needs the token of its host" action={<TokenForm client={connection.client} />}>
        When the host starts, it prints an address that opens this page: after <code>Console</code>, or as{' '}
        <code>open</code> in its <code>ready</code> line.
      </EmptyState>
    );
  }
  if (link === 'lost' || problem) {
    return (
      <Failure title="The host cannot be reached">
        <p>{problem?.detail ?? 'The console keeps trying to reconnect.'}</p>
      </Failure>
    );
  }
  return <Waiting>Connecting to the host…</Waiting>;
}

function OpenWorkspace({ connection }: OpeningProps) {
  const bench = useMemo(() => createWorkbench(connection, sessionStorage), [connection]);
  return <Shell bench={bench} />;
}
