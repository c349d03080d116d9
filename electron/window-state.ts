/**
 * Where the window was when it was last closed. A convenience: whatever cannot be read, or no longer fits the screens,
 * is as good as nothing remembered.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Rectangle } from 'electron';

export interface WindowState {
  /** Position and size when not maximized, in device independent pixels. */
  readonly bounds: Rectangle;
  readonly maximized: boolean;
}

/** How much of the title bar must be on a screen for a person to be able to drag the window. */
const reachable = { width: 100, height: 30 };

export function readWindowState(file: string): WindowState | null {
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isWindowState(state) ? state : null;
  } catch {
    return null;
  }
}

/** Leaves either the old state or the new one, whenever the power fails. */
export function writeWindowState(file: string, state: WindowState): void {
  const fresh = `${file}.new`;
  writeFileSync(fresh, JSON.stringify(state), { flush: true });
  renameSync(fresh, file);
}

/** True when the top of a window with these bounds can be seen and dragged on one of the screens. */
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
