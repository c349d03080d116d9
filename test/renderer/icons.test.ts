import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const renderer = join(import.meta.dirname, '../../renderer');

/** Every action that a source shows with an icon: its id and the icon's name. */
const shown = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => {
    const text = readFileSync(join(renderer, file), 'utf8');
    const elements = text.matchAll(/id="([\w.-]+)"\s+icon=\{(\w+)\}/g);
    const rows = text.matchAll(/\{ id: '([\w.-]+)', icon: (\w+) \}/g);
    const menus = text.matchAll(/icon: (\w+), action: useAction\('([\w.-]+)'\)/g);
    return [
      ...Array.from([...elements, ...rows], ([, id = '', icon = '']) => ({ id, icon })),
      ...Array.from(menus, ([, icon = '', id = '']) => ({ id, icon })),
    ];
  });

test('finds the icons of the actions', () => {
  expect(shown.length).toBeGreaterThan(30);
});

test('an action has one icon wherever it is shown', () => {
  const icons = new Map<string, Set<string>>();
  for (const { id, icon } of shown) icons.set(id, (icons.get(id) ?? new Set()).add(icon));
  expect([...icons].filter(([, names]) => names.size > 1)).toEqual([]);
});

test.each([
  ['Download', /export|download/],
  ['FileUp', /import/],
  ['Trash2', /remove|delete|clear|drop/],
  ['Plus', /add|new/],
  ['Dices', /seed/],
  ['Diff', /changed/],
  ['FilePenLine', /edit-text/],
])('the icon %s means one thing', (icon, meaning) => {
  expect(shown.filter((one) => one.icon === icon && !meaning.test(one.id))).toEqual([]);
});

test.each([
  [/import/, 'FileUp'],
  // A menu of formats has an icon for each format.
  [/export(?:-all|-chosen)?$/, 'Download'],
])('actions for %s have the icon %s', (meaning, icon) => {
  expect(shown.filter(({ id }) => meaning.test(id)).filter((one) => one.icon !== icon)).toEqual([]);
});
