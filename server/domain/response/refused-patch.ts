import type { Problem } from '../basics/problem.ts';
import { isJsonObject, type Json, member } from '../json/json.ts';
import type { PatchStep } from '../json/json-patch.ts';
import type { PatchExplanation } from './explanation.ts';
import type { PatchExplainer } from './lazy-explanation.ts';

interface Fault {
  /** JSON pointer into the record that the patch would have made. */
  readonly pointer: string;
  readonly detail: string;
}

/** Explains a patch that was refused as a whole: PATCH is atomic (RFC 5789, section 2), so no step was written. */
export class RefusedPatch implements PatchExplainer {
  readonly #patch: PatchExplainer;
  readonly #faults: readonly Fault[];
  /** The failed operation and the reason; null if each operation worked or the explained steps already say it. */
  readonly #failed: { readonly index: number; readonly detail: string } | null;

  constructor(patch: PatchExplainer, { operation, detail, errors }: Problem) {
    this.#patch = patch;
    this.#failed = typeof operation === 'number' ? { index: operation, detail } : null;
    this.#faults = Array.isArray(errors) ? errors.flatMap(faultIn) : [];
  }

  explainPatch(body: string | undefined): PatchExplanation {
    const { format, steps } = this.#patch.explainPatch(body);
    const writers = lastWriters(steps);
    const faults = new Map<number, string[]>();
    for (const { pointer, detail } of this.#faults) {
      const index = writerOf(pointer, writers);
      const value = steps[index]?.path === pointer ? 'the value' : pointer;
      if (index >= 0) faults.set(index, [...(faults.get(index) ?? []), `${value} ${detail}`]);
    }
    return { format, steps: steps.map((step, index) => this.#refused(step, index, faults.get(index))) };
  }

  #refused(step: PatchStep, index: number, faults: readonly string[] | undefined): PatchStep {
    if (!step.applied) return step;
    const tried = `On a copy of the record: ${step.detail}`;
    if (this.#failed?.index === index) return { ...step, applied: false, detail: `${this.#failed.detail} ${tried}` };
    if (faults) return { ...step, applied: false, detail: `Not written, because ${faults.join(' and ')}. ${tried}` };
    const detail = `Not written, because the response refused the whole patch. ${tried}`;
    return { ...step, applied: false, rolledBack: true, detail };
  }
}

function faultIn(error: Json): readonly Fault[] {
  if (!isJsonObject(error)) return [];
  const [pointer, detail] = [member(error, 'pointer'), member(error, 'detail')];
  return typeof pointer === 'string' && typeof detail === 'string' ? [{ pointer, detail }] : [];
}

/** The index of the last step that writes each path. */
function lastWriters(steps: readonly PatchStep[]): ReadonlyMap<string, number> {
  return new Map(steps.flatMap(({ operation, path }, index) => (operation === 'test' ? [] : [[path, index]])));
}

/** The index of the last step that writes the value at a pointer or a value around it; -1 for none. */
function writerOf(pointer: string, writers: ReadonlyMap<string, number>): number {
  let last = -1;
  for (let end = pointer.length; end >= 0; end = end === 0 ? -1 : pointer.lastIndexOf('/', end - 1)) {
    last = Math.max(last, writers.get(pointer.slice(0, end)) ?? -1);
  }
  return last;
}
