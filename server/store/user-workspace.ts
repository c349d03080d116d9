import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { saveFailure, writeDurably } from './durable-file.ts';
import { type FileSystem, nodeFileSystem, unlessMissing } from './file-system.ts';

const programName = 'Mock API Console';
const unixName = 'mock-api-console';

/**
 * The folder for the user's data, by the conventions of the platform. Throws a system error for an account without a home
 * folder, unless a variable names the folder.
 */
export function userDataFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home: () => string = homedir,
): string {
  if (platform === 'win32') return join(env.APPDATA || join(home(), 'AppData', 'Roaming'), programName);
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support', programName);
  // The XDG base directory specification says to ignore relative paths.
  const data = env.XDG_DATA_HOME;
  return join(data && isAbsolute(data) ? data : join(home(), '.local', 'share'), unixName);
}

export interface UserWorkspace {
  readonly path: string;
  /** True if it was just created: the program runs for the first time. */
  readonly isNew: boolean;
}

/** Finds the user's own workspace, or creates it as a copy of the sample. Refused with `save-failed`. */
export async function ensureUserWorkspace(
  samplePath: string,
  folder: string,
  fs: FileSystem = nodeFileSystem,
): Promise<Result<UserWorkspace>> {
  const path = join(folder, 'workspace.json');
  try {
    if (await unlessMissing(fs.stat(path))) return accept({ path, isNew: false });
    await fs.mkdir(folder, { recursive: true });
    const written = await writeDurably(path, [await fs.readFile(samplePath)], fs);
    return written.ok ? accept({ path, isNew: true }) : refuse(written.problem.problem);
  } catch (error) {
    return refuse(saveFailure(path, error));
  }
}
