/** The first file of the headless program: runs the bundle beside it, which needs compiling only the first time. */
import { fileURLToPath } from 'node:url';
import { CompiledScript } from './runtime/v8/compiled-script.ts';
import { freeHeapGrowth } from './runtime/v8/heap-growth.ts';

const program = new CompiledScript(fileURLToPath(new URL('./program.cjs', import.meta.url)));
// A process that could not begin has compiled too little of what the next one needs.
if (!program.isKept) process.once('exit', (code) => code === 0 && keep());
program.run();

function keep(): void {
  freeHeapGrowth();
  program.keep();
}
