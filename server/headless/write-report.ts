import { writeFile } from 'node:fs/promises';
import type { Reply } from '../contract/decode.ts';
import { isSystemError, reasonOf } from '../store/file-system.ts';
import { printLines } from './terminal-lines.ts';

/** Writes a report that a command made; false, with a line on stderr, if the file cannot be written. */
export async function writeReport(path: string, report: Reply<{ readonly text: string }>): Promise<boolean> {
  if (!report.ok) throw new Error(report.problem.detail);
  try {
    await writeFile(path, report.value.text);
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    printLines([`The report cannot be written to ${path}: ${reasonOf(error)}.`]);
    return false;
  }
}
