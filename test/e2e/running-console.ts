import type { BrowserContext, ElectronApplication, Page } from '@playwright/test';

/** A running console: its page and its program. */
export interface RunningConsole {
  readonly page: Page;
  readonly program: DesktopProgram | BrowserProgram;
  /** Quits the program as a person would, and waits for its end. */
  close(): Promise<void>;
  /** Kills the program without a chance to save. */
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
  /** Kills the host without a chance to save; its tab stays open. */
  killHost(): Promise<void>;
  /** Starts the host again on the same data and port, with that token. */
  startHost(token: string): Promise<void>;
}

/** Name of the workspace file in a console's data folder. */
export const workspaceName = 'workspace.json';

/** Starts the console on a data folder; `watch` gets the browser context before the first page loads. */
export type OpenConsole = (folder: string, watch: (context: BrowserContext) => void) => Promise<RunningConsole>;

/** Settles with the promise, or rejects after a number of milliseconds. */
export async function within<T>(milliseconds: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms.`)), milliseconds);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
