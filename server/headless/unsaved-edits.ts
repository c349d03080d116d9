import type { Problem } from '../domain/basics/problem.ts';
import type { Result } from '../domain/basics/result.ts';
import type { Host } from '../host.ts';
import { writeUnsaved } from '../store/unsaved-workspace.ts';
import { printLines } from './terminal-lines.ts';

/**
 * Writes the workspace to a new file if the host was closed with unsaved edits, beside its own file or else in the data folder,
 * and names the file on stderr. Returns the exit code of the program: 0 if all edits were saved, else 1.
 */
export async function rescueUnsavedEdits(
  host: Host,
  closed: Result<null, Problem>,
  dataFolder: () => string,
): Promise<number> {
  if (closed.ok) return 0;
  const exported = await host.perform('workspace.export', {});
  if (!exported.ok) throw new Error(exported.problem.detail);
  const written = await writeUnsaved(host.file, exported.value.text, dataFolder);
  const outcome = written.ok
    ? `The unsaved workspace is in ${written.value}.`
    : `The edits are lost: ${written.problem.detail}`;
  printLines([`${closed.problem.detail} ${outcome}`]);
  return 1;
}
