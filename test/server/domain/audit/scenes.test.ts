import { expect, test } from 'vitest';
import { auditRules } from '../../../../server/domain/audit/audit.ts';
import { auditScenes, isScene, sceneScenario } from '../../../../server/domain/audit/scenes.ts';
import { CheckedCursor, type Fault } from '../../../../server/store/formats/checked-cursor.ts';
import { decodeScenario } from '../../../../server/store/formats/scenario-format.ts';

test.each(auditScenes)('$name is a scenario that a workspace could hold, and exercises known rules', (scene) => {
  const { exercises, ...scenario } = scene;
  const faults: Fault[] = [];
  const decoded = decodeScenario(CheckedCursor.over(scenario as never, faults));
  expect([faults, decoded]).toEqual([[], scenario]);
  expect(exercises.filter((id) => !auditRules.some((rule) => rule.id === id))).toEqual([]);
});

test('the scenario of a scene is known by its name', () => {
  const names = auditScenes.map(sceneScenario);
  expect(names).toContain('Scene: slow');
  expect(names.every(isScene)).toBe(true);
  expect(isScene('Default')).toBe(false);
});

test('the scenes have different names', () => {
  expect(new Set(auditScenes.map(({ name }) => name)).size).toBe(auditScenes.length);
});
