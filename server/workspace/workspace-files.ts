import { basename, dirname } from 'node:path';
import type { RecentWorkspace } from '../contract/schema/state.ts';

/** Dialogs for files, of a shell that has them. Only they name paths of workspaces; no console may. */
export interface FileDialogs {
  /** Shows an open dialog; null when no file was chosen. */
  open(): Promise<string | null>;
  /** Shows a save dialog with this suggested name; null when no place was chosen. */
  save(name: string): Promise<string | null>;
  /** Paths of the workspaces opened last, the latest first. */
  recent(): readonly string[];
  /** Adds a workspace that has been opened to the recent ones. */
  opened(path: string): void;
}

/** Describes a path to the consoles: enough to tell it from others, never sent back. */
export function describeRecent(path: string): RecentWorkspace {
  return { name: basename(path), folder: dirname(path) };
}
