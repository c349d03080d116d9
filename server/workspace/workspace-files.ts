import { basename, dirname } from 'node:path';
import type { RecentWorkspace } from '../contract/schema/state.ts';

/**
 * What a shell with dialogs of its own brings: only there can a workspace be opened or put somewhere, because no console
 * may name a path.
 */
export interface FileDialogs {
  /** Lets the person choose a file that is there; null when none was chosen. */
  open(): Promise<string | null>;
  /** Lets the person choose where a file goes that is called so at first; null when no place was chosen. */
  save(name: string): Promise<string | null>;
  /** Paths of the workspaces that were open last, the latest first. */
  recent(): readonly string[];
  /** Is told that a workspace has been opened. */
  opened(path: string): void;
}

/** A path as the consoles see it: to be told from others, never to be sent back. */
export function describeRecent(path: string): RecentWorkspace {
  return { name: basename(path), folder: dirname(path) };
}
