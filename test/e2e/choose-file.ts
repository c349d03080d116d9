import type { Page } from '@playwright/test';

interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
}

/** Chooses a file in the dialog that `open` shows. */
export async function chooseFile(page: Page, open: () => Promise<unknown>, file: ChosenFile): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  // The dialog is caught by the page's own process, which a key or a click may reach before the order to catch it: without
  // this round trip the browser now and then cancels the dialog at once.
  await page.evaluate(() => null);
  await open();
  const { name, mimeType, text } = file;
  await (await choosing).setFiles({ name, mimeType, buffer: Buffer.from(text) });
}
