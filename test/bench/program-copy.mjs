/**
 * A copy of the program that can switch its explanations off. The difference in processor time is the cost of
 * explanations that nobody reads. One process does both in turn, because two processes of the same program differ by up
 * to a tenth in processor time per request. The switches are patched into the built file, so the program needs none.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(import.meta.dirname, '../../dist');

/** The places to patch in the built program. Each pattern must match exactly once. @type {readonly (readonly [from: RegExp, to: string])[]} */
const switches = [
  // The explanations that a response and a list keep for later.
  [/explainer=(LazyExplanation\.of\(this\.#explanationContext)/, 'explainer=!explains?null:$1'],
  [/(exchange\.details=listed\.value\.explainer)/, 'if(explains)$1'],
  [/explainer:(ListExplainer\.of\()/, 'explainer:!explains?null:$1'],
  // The response needs only the root of a filter.
  [/(function countNodes\(\{nodes\},value,counts,step\)\{)/, '$1if(!explains)return nodes[0].test(value);'],
  // The steps of a merge patch.
  [/(new MergePatchExplainer\(text\))/, '(explains?$1:null)'],
  [/(?<!function )(collectSteps\(target,patch,\[\],steps\))/, '(explains?$1:undefined)'],
];

/** Code put before the program: listens for `{ explains }` messages and confirms each one. */
const listener = `let explains=true;process.on("message",(message)=>{explains=message.explains;process.send(message)});process.channel.unref();`;

/**
 * Creates the copy and returns the path of its entry file. A message `{ explains }` switches explanations on or off; the
 * copy confirms with the same message. The copy is removed when this process ends.
 */
export function switchableCopy() {
  const folder = mkdtempSync(join(dist, 'copy-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const file of ['serve.cjs', 'start.cjs']) cpSync(join(dist, file), join(folder, file));
  symlinkSync(join(dist, 'console'), join(folder, 'console'));
  writeFileSync(join(folder, 'program.cjs'), listener + switchable(readFileSync(join(dist, 'program.cjs'), 'utf8')));
  return join(folder, 'serve.cjs');
}

/**
 * Patches the switches into the built program. Throws if a pattern does not match exactly once.
 * @param {string} source
 */
export function switchable(source) {
  return switches.reduce((text, [from, to]) => {
    const found = text.match(new RegExp(from, 'g'))?.length ?? 0;
    if (found !== 1) {
      throw new Error(`${from} matches ${found} times in the built program. Adapt test/bench/program-copy.mjs.`);
    }
    return text.replace(from, to);
  }, source);
}
