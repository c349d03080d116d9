/**
 * Position and size of the window when it was last closed. A state that cannot be read or lies outside the screens counts
 * as none.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';

export interface WindowState {
  /** Position and size when not maximized, in device independent pixels. */
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

/** Pixels of the title bar that must be on a screen so that the user can drag the window. */
const reachable = { width: 100, height: 30 };

export function readWindowState(file: string): WindowState | null {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isWindowState(state) ? state : null;
  } catch {
    return null;
  }
}

/** Replaces the file in one step: after a power failure it has the old state or the new one. */
export function writeWindowState(file: string, state: WindowState): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(state), { flush: true });
  renameSync(fresh, file);
}

/** Whether enough of the title bar lies on one of the screens. */
export function isReachable(bounds: Rectangle, workAreas: readonly Rectangle[]): boolean {
  return workAreas.some((area) => {
    const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
    const below = area.y + area.height - bounds.y;
    return width >= reachable.width && bounds.y >= area.y && below >= reachable.height;
  });
}

function isWindowState(value: unknown): value is WindowState {
  return isObject(value) && typeof value.maximized === 'boolean' && isRectangle(value.bounds);
}

function isRectangle(value: unknown): value is Rectangle {
  return isObject(value) && ['x', 'y', 'width', 'height'].every((name) => Number.isInteger(value[name]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
