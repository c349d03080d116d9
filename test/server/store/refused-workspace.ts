/** Texts of workspaces with a fault, and why they are refused. */
import { expect } from 'vitest';
import { decodeWorkspace } from '../../../server/store/formats/workspace-format.ts';

export const head = '"format": "mock-api-console", "version": 1';

export const inCollection = (members: string) => `{${head}, "collections": {"users": {${members}}}}`;
export const withRecords = (...records: string[]) =>
  `{${head}, "collections": {"users": {"key": "userId", "records": [\n${records.join(',\n')}\n]}}}`;
export const withSettings = (settings: string) => `{${head},\n"settings": ${settings}}`;
export const withRule = (then: string, when = '{}') =>
  `{${head}, "scenarios": [\n{"name": "S", "rules": [{"when": ${when}, "then": ${then}}]}]}`;

/** Why the text of a workspace is refused, as a sentence. */
export function refusalOf(text: string): string {
  const decoded = decodeWorkspace(text);
  if (decoded.ok) throw new Error('it was accepted');
  expect(decoded.problem.type).toBe('/problems/invalid-workspace');
  return decoded.problem.detail;
}
