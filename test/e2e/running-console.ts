import type { BrowserContext, ElectronApplication, Page } from '@playwright/test';

/** A running console: its window or tab, and the ways to end the program behind it. */
export interface RunningConsole {
  readonly page: Page;
  readonly program: DesktopProgram | BrowserProgram;
  /** Ends the program as a person would, and waits until it has ended. */
  close(): Promise<void>;
  /** Ends the program without a chance to save. */
  kill(): Promise<void>;
}

export interface DesktopProgram {
  readonly shell: 'desktop';
  readonly app: ElectronApplication;
}

export interface BrowserProgram {
  readonly shell: 'browser';
  /** Address of the console API. */
  readonly url: string;
  readonly token: string;
}

/** Name of the workspace file in the folder that holds a console's data. */
export const workspaceName = 'workspace.json';

/** Starts the console on the data in a folder; `watch` is given its pages' context before it loads anything. */
export type OpenConsole = (folder: string, watch: (context: BrowserContext) => void) => Promise<RunningConsole>;

/** Settles with the promise, but fails after so many milliseconds. */
export async function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms.`)), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
