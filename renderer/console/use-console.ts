import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ConsoleState } from '../../server/contract/schema/state.ts';
import { type Secrets, secretsOf } from '../../server/domain/request/secrets.ts';
import type { ConsoleConnection } from './connection.ts';
import type { Link } from './transport.ts';

/** The connection that all views share. */
export const ConsoleContext = createContext<ConsoleConnection | null>(null);

export function useConsole(): ConsoleConnection {
  const connection = useContext(ConsoleContext);
  if (!connection) throw new Error('A view is rendered outside of ConsoleContext');
  return connection;
}

/** Selects from the host's state; throws before the first snapshot. */
export function useHost<T>(select: (state: ConsoleState) => T): T {
  return useStore(useConsole().mirror.store, ({ state }) => {
    if (!state) throw new Error('A view is rendered before the first snapshot');
    return select(state);
  });
}

/** The names whose values are masked. */
export function useSecrets(): Secrets {
  return useHost(({ workspace }) => secretsOf(workspace.settings));
}

export function useLink(): Link {
  return useStore(useConsole().mirror.store, ({ link }) => link);
}
