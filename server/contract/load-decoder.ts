/** Modules that the decoder needs, in the order in which they load. Each makes the schemas of some commands. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('./caller.ts'),
  () => import('./schema/input.ts'),
  () => import('./commands/audit.ts'),
  () => import('./commands/collections.ts'),
  () => import('./commands/expectations.ts'),
  () => import('./commands/labs.ts'),
  () => import('./commands/live-state.ts'),
  () => import('./commands/record-changes.ts'),
  () => import('./commands/records.ts'),
  () => import('./commands/requests.ts'),
  () => import('./commands/scenarios.ts'),
  () => import('./commands/timeline.ts'),
  () => import('./commands/upstream.ts'),
  () => import('./commands/workspace.ts'),
];

/**
 * Loads the decoders of commands and callers, with a pause after each part: in one go, the schemas of all commands would
 * stop the program for a twentieth of a second.
 */
export async function loadDecoder(pause: () => Promise<void>) {
  for (const load of parts) {
    await load();
    await pause();
  }
  const [{ decodeCommand }, { decodeCaller }] = await Promise.all([import('./decode.ts'), import('./caller.ts')]);
  return { decodeCommand, decodeCaller };
}
