/** Entry of the headless program: runs the bundle beside it, which V8 compiles only at the first start. */
import { fileURLToPath } from 'node:url';
import { CompiledScript } from './runtime/v8/compiled-script.ts';
import { restoreHeapGrowth } from './runtime/v8/heap-growth.ts';
import { restorePretenuring } from './runtime/v8/pretenuring.ts';

const program = new CompiledScript(fileURLToPath(new URL('./program.cjs', import.meta.url)));
const main = program.run() as { readonly hasServed: boolean };
// A process that only printed its help, or failed to start, has compiled too little for the next one.
if (!program.isCached) process.once('exit', (code) => code === 0 && main.hasServed && keep());

function keep(): void {
  restoreHeapGrowth();
  restorePretenuring();
  program.store();
}
