/**
 * The `test` of the console's specs. Each test gets its own console, in a window or a tab depending on the project, with a
 * fresh copy of the sample workspace. A page error fails a test even if its expectations hold.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { chromiumSwitches } from '../support/chromium-switches.mjs';
import { openInTab } from './browser-console.ts';
import { withDesktop } from './desktop-console.ts';
import { type ForeignSite, openForeignSite } from './foreign-site.ts';
import { Frame } from './pages/frame.ts';
import { type OpenConsole, type RunningConsole, workspaceName } from './running-console.ts';
import { writeWorkspace } from './workspace.ts';

/** The longest time in milliseconds by which a reply of the host comes late; `npm run proofs -- late` sets it. */
const lateReplies = Number(process.env.LATE_REPLIES ?? 0);

export interface ConsoleOptions {
  shell: RunningConsole['program']['shell'];
}

export interface ConsoleUnderTest {
  readonly page: Page;
  readonly program: RunningConsole['program'];
  readonly workspaceFile: string;
  /** Errors reported by the pages. A spec that provokes an error removes it. */
  readonly faults: string[];
  /** Quits the program as a person would, and starts it again on the same data. */
  restart(): Promise<void>;
  /** Kills the program without a chance to save, and starts it again on the same data. */
  crash(): Promise<void>;
}

export interface WorkerFixtures extends ConsoleOptions {
  open: OpenConsole;
}

export interface TestFixtures {
  /** Number of generated users in place of the sample's; 0 keeps the sample's. */
  manyUsers: number;
  /** The longest time in milliseconds by which the page renders late what no key or click has changed; `-- late` sets it. */
  lateRenders: number;
  console: ConsoleUnderTest;
  /** A site of another origin. */
  site: ForeignSite;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shell: ['browser', { option: true, scope: 'worker' }],
  manyUsers: [0, { option: true }],
  lateRenders: [Number(process.env.LATE_RENDERS ?? 0), { option: true }],

  open: [
    async ({ shell, playwright }, use) => {
      if (shell === 'desktop') return withDesktop(use);
      const browser = await playwright.chromium.launch({
        executablePath: process.env.PLAYWRIGHT_CHROMIUM,
        args: [...chromiumSwitches].map(([name, value]) => `--${name}=${value}`),
      });
      await use(openInTab(browser));
      await browser.close();
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  site: async ({}, use) => {
    const site = await openForeignSite();
    await use(site);
    await site.close();
  },

  async console({ open, manyUsers, lateRenders }, use, testInfo) {
    const folder = mkdtempSync(join(tmpdir(), 'console-e2e-'));
    const workspaceFile = join(folder, workspaceName);
    writeWorkspace(workspaceFile, manyUsers);
    const faults: string[] = [];
    const launch = () =>
      open(folder, (context) => {
        collectFaults(context, faults);
        if (lateReplies > 0) void delayReplies(context);
        if (lateRenders > 0) void delayRenders(context, lateRenders);
      });
    const connected = async () => {
      await new Frame(running.page).rail.waitFor();
      // Texts change their widths, and move what is beside them, when the fonts have loaded.
      await running.page.evaluate(() => document.fonts.ready.then(() => undefined));
    };
    let running = await launch();
    try {
      await connected();
      await use({
        workspaceFile,
        faults,
        get page() {
          return running.page;
        },
        get program() {
          return running.program;
        },
        async restart() {
          await running.close();
          running = await launch();
          await connected();
        },
        async crash() {
          await running.kill();
          running = await launch();
          await connected();
        },
      });
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('screenshot', { body: await running.page.screenshot(), contentType: 'image/png' });
      }
    } finally {
      await running.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    if (faults.length > 0) throw new Error(`The page reported:\n${faults.join('\n')}`);
  },
});

/** Opens a second window on the same host. */
export async function secondWindow({ page, program }: ConsoleUnderTest): Promise<Page> {
  if (program.shell !== 'browser') throw new Error('Only a browser has two windows.');
  const other = await page.context().newPage();
  await other.goto(`${program.url}/#token=${program.token}`);
  await new Frame(other).rail.waitFor();
  return other;
}

/** Collects page errors: failed scripts, refused files, policy violations. */
function collectFaults(context: BrowserContext, faults: string[]): void {
  context.on('weberror', (event) => faults.push(event.error().stack ?? event.error().message));
  context.on('console', (message) => {
    // Browsers log every refused command as an error; the specs check how the console shows it.
    const isRefusal = message.location().url.includes('/call/') && message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) faults.push(message.text());
  });
}

/**
 * Delays each call of a console by another time, so that replies overtake each other and keys come before them. A spec that
 * does not wait for what it checks, and a console that loses what a fast person does, fail soon.
 */
async function delayReplies(context: BrowserContext): Promise<void> {
  await context.route('**/call/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * lateReplies));
    // The page may have closed meanwhile.
    await route.continue().catch(() => undefined);
  });
}

/**
 * Makes the page as slow as a busy machine does: React renders late what a reply or an event of the host has changed, and runs
 * effects late, so that keys come between. An editor that takes what was rendered for what is so loses them.
 */
async function delayRenders(context: BrowserContext, longest: number): Promise<void> {
  await context.addInitScript((most) => {
    const { postMessage } = MessagePort.prototype;
    // React schedules its work by messages to itself.
    MessagePort.prototype.postMessage = function late(this: MessagePort, ...message: [unknown]) {
      setTimeout(() => postMessage.apply(this, message), Math.random() * most);
    };
  }, longest);
}
