/**
 * A copy of the program that can be told to leave nothing to explain its requests by: what explanations cost while nobody
 * asks for them is the difference. It is one process that does either in turn, because two processes of the same program
 * differ by up to a tenth in what a request takes of the processor. The copy is made of the built file, so that the
 * program itself needs no switch for it.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '../../dist');

/** What the copy does only while it explains, each of which must be there once. @type {readonly (readonly [from: RegExp, to: string])[]} */
const switches = [
  // What an answer, and a list in it, hold on to.
  [/explained=(Explained\.of\(this\.#ground)/, 'explained=!explains?null:$1'],
  [/(exchange\.finding=result\.explained)/, 'if(explains)$1'],
  [/explained:(ExplainedList\.of\()/, 'explained:!explains?null:$1'],
  // Of a filter the answer needs its root alone.
  [/(function countNodes\(\{nodes\},value,counts,step\)\{)/, '$1if(!explains)return nodes[0].test(value);'],
  // A merge patch is applied without an account of it.
  [/(new ExplainedMerge\(text\))/, '(explains?$1:null)'],
  [/(?<!function )(account\(target,patch,\[\],steps\))/, '(explains?$1:undefined)'],
];

/** Node's way of adding to a program's first lines that stand in one with its text. */
const listener = `let explains=true;process.on("message",(message)=>{explains=message.explains;process.send(message)});process.channel.unref();`;

/** The path of the copy's first file; the copy goes with this process. It is told by a message `{ explains }`, and answers with it. */
export function switchableCopy() {
  const folder = mkdtempSync(join(dist, 'copy-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(dist, 'serve.cjs'), join(folder, 'serve.cjs'));
  symlinkSync(join(dist, 'console'), join(folder, 'console'));
  let source = readFileSync(join(dist, 'program.cjs'), 'utf8');
  for (const [from, to] of switches) {
    const found = source.match(new RegExp(from, 'g'))?.length ?? 0;
    if (found !== 1)
      throw new Error(`${from} is ${found} times in the built program; the bench must follow its change.`);
    source = source.replace(from, to);
  }
  writeFileSync(join(folder, 'program.cjs'), listener + source);
  return join(folder, 'serve.cjs');
}
