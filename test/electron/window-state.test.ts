import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isReachable, readWindowState, writeWindowState } from '../../electron/window-state.ts';

const folder = mkdtempSync(join(tmpdir(), 'window-state-'));
const file = join(folder, 'window.json');
const bounds = { x: 10, y: 20, width: 900, height: 700 };

afterAll(() => rmSync(folder, { recursive: true }));

test('reads back the written state and leaves no other file', () => {
  writeWindowState(file, { bounds, maximized: false });
  writeWindowState(file, { bounds, maximized: true });
  expect(readWindowState(file)).toEqual({ bounds, maximized: true });
  expect(readdirSync(folder)).toEqual(['window.json']);
});

test('reads a missing file as no state', () => {
  expect(readWindowState(join(folder, 'missing.json'))).toBeNull();
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"maximized":true}',
  '{"maximized":1,"bounds":{"x":0,"y":0,"width":9,"height":9}}',
  '{"maximized":true,"bounds":{"x":0,"y":0,"width":9}}',
  '{"maximized":true,"bounds":{"x":0.5,"y":0,"width":9,"height":9}}',
  '{"maximized":true,"bounds":{"x":"0","y":0,"width":9,"height":9}}',
])('reads a damaged file as no state: %s', (text) => {
  const damaged = join(folder, 'damaged.json');
  writeFileSync(damaged, text);
  expect(readWindowState(damaged)).toBeNull();
  rmSync(damaged);
});

const left = { x: 0, y: 25, width: 1920, height: 1055 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };

test.each([
  ['inside a screen', bounds, [left], false],
  ['inside a screen below its menu bar', { ...bounds, y: 25 }, [left], true],
  ['on the second screen', { ...bounds, x: 2000 }, [left, right], true],
  ['where the second screen was', { ...bounds, x: 2000 }, [left], false],
  ['across both screens', { ...bounds, x: 1800 }, [left, right], true],
  ['almost beyond the left edge', { ...bounds, x: -850, y: 100 }, [left], false],
  ['below the screen', { ...bounds, y: 1070 }, [left], false],
  ['with no screen at all', bounds, [], false],
])('decides whether a title bar %s is reachable', (_place, at, screens, expected) => {
  expect(isReachable(at, screens)).toBe(expected);
});
