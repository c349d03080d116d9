import { collections } from './hostile-collections.ts';
import { commands } from './hostile-commands.ts';
import { imports } from './hostile-imports.ts';
import { measureMemory } from './hostile-memory.ts';
import { measurePromises } from './hostile-promises.ts';
import { reads } from './hostile-reads.ts';
import { startHostileServer } from './hostile-server.ts';
import { measureWaits } from './hostile-waits.ts';
import { whole } from './hostile-whole.ts';
import { writes } from './hostile-writes.ts';

/** The worst requests that we know, by group. They are sent in this order: some read what others have written. */
const attacks = { reads, writes, commands, collections, imports, whole };

/** Requests of the memory group unless a number is given: a million takes too long beside the others. */
const memoryRequests = 100_000;

/** Records of the workspace; fewer show only that the proof itself works. */
const records = Number(process.env.HOSTILE_RECORDS ?? 100_000);

/** Characters of each record's note in the group `whole`: its file has a hundred megabytes. */
const recordBytes = 900;

type Group = keyof typeof attacks | 'promises' | 'memory';

/**
 * Measures groups of promises over the built program, each with a program of its own, and prints their tables. Returns how
 * many rows broke their promise.
 */
export async function hostileProof(words: readonly string[], print: (line: string) => void): Promise<number> {
  const all: readonly Group[] = [
    'reads',
    'writes',
    'commands',
    'collections',
    'imports',
    'whole',
    'promises',
    'memory',
  ];
  const chosen = all.filter((group) => words.includes(group));
  const requests = Number(words.find((word) => /^\d+$/.test(word)) ?? memoryRequests);
  let broken = 0;
  for (const group of chosen.length > 0 ? chosen : all) {
    print(`\n${group}`);
    const server = await startHostileServer(group === 'memory' ? 1000 : records, group === 'whole' ? recordBytes : 0);
    try {
      if (group === 'memory') broken += await measureMemory(server, requests, print);
      else if (group === 'promises') broken += await measurePromises(server, print);
      else broken += await measureWaits(server, attacks[group], print);
    } finally {
      server.close();
    }
  }
  print(broken === 0 ? 'Every promise was kept.' : `${broken} rows broke their promise.`);
  return broken;
}
