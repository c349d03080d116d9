import { isJsonObject, type Json, jsonEqual, member, setMember } from './json.ts';
import type { PatchStep } from './json-patch.ts';
import { formatPointer, type Pointer } from './pointer.ts';
import { valueName } from './wording.ts';

/**
 * Applies a merge patch (RFC 7396, section 2). The target never changes; the result shares unchanged values with it, and a
 * patch without effect returns the target itself.
 */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return target !== undefined && jsonEqual(target, patch) ? target : patch;
  const before = isJsonObject(target) ? target : {};
  const after: { [name: string]: Json } = { ...before };
  let changed = false;
  for (const name of Object.keys(patch)) {
    const change = patch[name] ?? null;
    const old = member(before, name);
    const value = change === null ? undefined : mergePatch(old, change);
    if (value === old) continue;
    changed = true;
    if (value === undefined) delete after[name];
    else setMember(after, name, value);
  }
  return changed ? after : before;
}

/** One step for each member that a merge patch sets or removes. */
export function mergePatchSteps(target: Json | undefined, patch: Json): readonly PatchStep[] {
  const steps: PatchStep[] = [];
  collectSteps(target, patch, [], steps);
  return steps;
}

function collectSteps(target: Json | undefined, patch: Json, place: Pointer, steps: PatchStep[]): void {
  if (!isJsonObject(patch)) {
    steps.push(assignment(target, patch, place));
    return;
  }
  const before = isJsonObject(target) ? target : {};
  if (before !== target) steps.push(assignment(target, before, place));
  for (const name of Object.keys(patch)) {
    const change = patch[name] ?? null;
    const old = member(before, name);
    const inner = [...place, name];
    if (change === null) steps.push(removal(old, inner));
    else collectSteps(old, change, inner, steps);
  }
}

function assignment(before: Json | undefined, value: Json, place: Pointer): PatchStep {
  const path = formatPointer(place);
  if (before === undefined) return { operation: 'add', path, applied: true, detail: `Added ${valueName(value)}.` };
  const detail = jsonEqual(before, value)
    ? `It is ${valueName(value)} already.`
    : `Replaced ${valueName(before)} with ${valueName(value)}.`;
  return { operation: 'replace', path, applied: true, detail };
}

function removal(before: Json | undefined, place: Pointer): PatchStep {
  const detail = before === undefined ? 'There is no such member to remove.' : `Removed ${valueName(before)}.`;
  return { operation: 'remove', path: formatPointer(place), applied: true, detail };
}
