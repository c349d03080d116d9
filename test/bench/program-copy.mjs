/**
 * Copies of the program, one in which requests leave nothing to explain them by: what explanations cost while nobody asks
 * for them is the difference. A copy is made of the built file, so that the program itself needs no switch for it.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '../../dist');

/** What is replaced, each of which must be there once. @type {readonly (readonly [from: RegExp, to: string])[]} */
const cuts = [
  // What an answer, and a list in it, hold on to.
  [/explained:this\.#explained\(verdict,version\)/, 'explained:null'],
  [/explained:this\.#explained\(reason\.detail,null\)/, 'explained:null'],
  [/exchange\.finding=result\.explained/, ''],
  [/explained:ExplainedList\.of\(/, 'explained:null,cut:false&&ExplainedList.of('],
  // Of a filter the answer needs its root alone.
  [/(function countNodes\(\{nodes\},value,counts,step\)\{)/, '$1return nodes[0].test(value);'],
  // A merge patch is applied without an account of it.
  [/new ExplainedMerge\(touchedMembers\(value,patch\),patch\)/, 'null'],
  [/(?<!function )account\(target,patch,\[\],steps\)/, 'undefined'],
];

/**
 * The path of a copy's first file; the copy goes with this process. The program is measured as a copy too: compiled code
 * that an earlier process left would make the two start differently.
 * @param {'whole' | 'without explanations'} what
 */
export function programCopy(what) {
  const folder = mkdtempSync(join(dist, 'copy-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(dist, 'serve.js'), join(folder, 'serve.js'));
  symlinkSync(join(dist, 'console'), join(folder, 'console'));
  let source = readFileSync(join(dist, 'serve.cjs'), 'utf8');
  for (const [from, to] of what === 'whole' ? [] : cuts) {
    const found = source.match(new RegExp(from, 'g'))?.length ?? 0;
    if (found !== 1)
      throw new Error(`${from} is ${found} times in the built program; the bench must follow its change.`);
    source = source.replace(from, to);
  }
  writeFileSync(join(folder, 'serve.cjs'), source);
  return join(folder, 'serve.js');
}
