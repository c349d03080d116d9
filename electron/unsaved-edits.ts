import type { Host } from '../server/host.ts';
import { askHowToGoOn, dropEdits } from './first-workspace.ts';

const saveAs = 'Save As…';
const cancel = 'Cancel';

/**
 * Asks what to do with edits that cannot be saved when the program quits. Resolves to true if they are saved to another file
 * or dropped, and to false if the program goes on.
 */
export async function confirmQuit(
  problem: Parameters<typeof askHowToGoOn>[0],
  host: Pick<Host, 'perform' | 'save'>,
): Promise<boolean> {
  const choice = await askHowToGoOn(problem, [saveAs, dropEdits, cancel]);
  if (choice !== saveAs) return choice === dropEdits;
  const moved = await host.perform('workspace.saveAs', {});
  if (moved.ok && moved.value.file === null) return confirmQuit(problem, host);
  const saved = moved.ok ? await host.save() : moved;
  return saved.ok || confirmQuit(saved.problem, host);
}
