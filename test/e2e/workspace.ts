import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The part of a workspace file that the specs read. */
export interface WorkspaceDocument {
  settings: Record<string, unknown>;
  collections: { users: { records: { userId: string; name: string; status: string }[] } };
}

/** Writes the sample workspace for any free port; `manyUsers` above 0 replaces its users by generated ones. */
export function writeWorkspace(file: string, manyUsers = 0): void {
  const workspace = readWorkspace(join(root, 'assets/sample.workspace.json'));
  workspace.settings = { ...workspace.settings, port: 0, consolePort: 0 };
  if (manyUsers > 0) {
    workspace.collections.users.records = Array.from({ length: manyUsers }, (_, index) => ({
      userId: String(index + 1),
      name: `User ${index + 1}`,
      status: 'active',
    }));
  }
  writeFileSync(file, JSON.stringify(workspace));
}

export function readWorkspace(file: string): WorkspaceDocument {
  return JSON.parse(readFileSync(file, 'utf8'));
}
