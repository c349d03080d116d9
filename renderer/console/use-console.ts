import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { ConsoleState } from '../../server/contract/schema/state.ts';
import type { ConsoleConnection } from './connection.ts';
import type { Link } from './transport.ts';

/** The one connection to the host that every view shares. */
export const ConsoleContext = createContext<ConsoleConnection | null>(null);

export function useConsole(): ConsoleConnection {
  const connection = useContext(ConsoleContext);
  if (!connection) throw new Error('A view stands outside of ConsoleContext');
  return connection;
}

/** A part of the host's state; views are shown only once there is a state. */
export function useHost<T>(select: (state: ConsoleState) => T): T {
  return useStore(useConsole().mirror.store, ({ state }) => {
    if (!state) throw new Error('A view is shown before the first snapshot');
    return select(state);
  });
}

export function useLink(): Link {
  return useStore(useConsole().mirror.store, ({ link }) => link);
}
