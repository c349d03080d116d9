import { expect, type Page } from '@playwright/test';
import { test, webPreferences } from '../../desktop-test.ts';

test('the window is sandboxed and isolated, its page cannot leave, and foreign pages get nothing without consent', async ({
  app,
  console,
  site,
}) => {
  await test.step('the window is sandboxed, isolated and without Node', async () => {
    const preferences = await webPreferences(app());
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
    });
    for (const risky of [
      'allowRunningInsecureContent',
      'experimentalFeatures',
      'nodeIntegrationInWorker',
      'nodeIntegrationInSubFrames',
      'enableBlinkFeatures',
    ]) {
      expect(preferences[risky], risky).toBeFalsy();
    }
    const globals = ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'];
    expect(await console.page.evaluate((names) => names.filter((name) => name in window), globals)).toEqual([]);
  });

  await test.step('the preload script exposes two functions only', async () => {
    const bridge = await console.page.evaluate(() =>
      Object.entries(window.mockApiConsole).map(([name, value]) => [name, typeof value]),
    );
    expect(bridge).toEqual([
      ['call', 'function'],
      ['onEvent', 'function'],
    ]);
  });

  await test.step('the page cannot leave, and opens no other page', async () => {
    const { page } = console;
    const address = page.url();
    await page.evaluate((url) => {
      location.href = url;
    }, site.url);
    await page.evaluate((url) => window.open(url), site.url);
    await page.evaluate((url) => {
      const link = Object.assign(document.createElement('a'), { href: url, target: '_blank', textContent: 'away' });
      document.body.append(link);
      link.click();
    }, site.url);
    // Any effect arrives before the reply to a command, which takes longer.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(page.url()).toBe(address);
    expect(await app().evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(site.visits).toEqual([]);
  });

  await test.step('an external link opens only with consent', async () => {
    const answers = await app().evaluateHandle(({ dialog, shell }) => {
      const seen = { asked: [] as string[], opened: [] as string[], answer: 0 };
      dialog.showMessageBox = async (options: object) => {
        seen.asked.push((options as { detail: string }).detail);
        return { response: seen.answer, checkboxChecked: false };
      };
      shell.openExternal = async (url: string) => {
        seen.opened.push(url);
      };
      return seen;
    });
    const open = (url: string) => console.page.evaluate((to) => void window.open(to), url);
    await open('https://example.com/no');
    await expect.poll(() => answers.evaluate(({ asked }) => asked)).toEqual(['https://example.com/no']);
    await answers.evaluate((seen) => {
      seen.answer = 1;
    });
    await open('https://example.com/yes');
    await expect.poll(() => answers.evaluate(({ opened }) => opened)).toEqual(['https://example.com/yes']);
  });

  await test.step('the content security policy blocks foreign and inline code', async () => {
    const { page, faults } = console;
    const response = await page.reload();
    const policy = response?.headers()['content-security-policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');

    const ran = await page.evaluate(async (url) => {
      const results: Record<string, boolean> = {};
      const script = document.createElement('script');
      script.textContent = 'window.inlineRan = true';
      document.body.append(script);
      results.inline = 'inlineRan' in window;
      results.request = await fetch(url).then(
        () => true,
        () => false,
      );
      return results;
    }, site.url);
    expect(ran).toEqual({ inline: false, request: false });
    expect(faults.splice(0).every((fault) => fault.includes('Content Security Policy'))).toBe(true);
    expect(site.visits).toEqual([]);
  });

  await test.step('a page of another origin with the same preload script gets nothing from the host', async () => {
    const opening = app().waitForEvent('window');
    const preload = String((await webPreferences(app())).preload);
    const loading = app().evaluate(
      ({ BrowserWindow }, { url, preload }) =>
        new BrowserWindow({ show: false, webPreferences: { preload } }).loadURL(url),
      { url: site.url, preload },
    );
    const foreign = await opening;
    await Promise.all([loading, foreign.waitForURL(site.url)]);
    const call = (page: Page) =>
      page.evaluate(() =>
        window.mockApiConsole.call('workspace.get', {}).then(
          ({ ok }) => ok,
          (error: Error) => error.message,
        ),
      );
    expect(await call(foreign)).toContain('Only the console');
    expect(await call(console.page)).toBe(true);
  });
});
