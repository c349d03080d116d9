import type { Attack } from './hostile-attack.ts';
import { commands } from './hostile-commands.ts';
import { reads } from './hostile-reads.ts';
import { writes } from './hostile-writes.ts';

/** The worst requests that we know. They are sent in this order: some read what others have written. */
export const corpus: readonly Attack[] = [...reads, ...writes, ...commands];
