import { expect, test } from 'vitest';
import { bodyInForm } from '../../../../../renderer/features/scenarios/model/body-in-form.ts';
import type { BodyForm } from '../../../../../server/domain/scenario/scenario.ts';

test.each<[BodyForm, string, BodyForm, string]>([
  ['json', '{"a":1}', 'text', '{"a":1}'],
  ['text', 'Grüße', 'json', '"Grüße"'],
  ['text', '[1]', 'json', '[1]'],
  ['text', 'Grüße', 'base64', 'R3LDvMOfZQ=='],
  ['base64', 'R3LDvMOfZQ==', 'xml', 'Grüße'],
  ['base64', '//4=', 'text', '//4='],
  ['xml', '', 'json', ''],
])('a %s body %s as %s is %s', (form, body, to, expected) => {
  expect(bodyInForm({ form, body }, to)).toBe(expected);
});
