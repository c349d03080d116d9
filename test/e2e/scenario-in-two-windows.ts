import type { Page } from '@playwright/test';
import { type ConsoleUnderTest, secondWindow } from './console-test.ts';
import { Frame } from './pages/frame.ts';
import { ScenariosPage } from './pages/scenarios-page.ts';

/** Opens a scenario in both windows. */
export async function scenarioInTwoWindows(console: ConsoleUnderTest, name: string) {
  const open = async (page: Page) => {
    const scenarios = new ScenariosPage(page);
    await new Frame(page).open('Scenarios');
    await scenarios.choose(name);
    return scenarios;
  };
  return [await open(console.page), await open(await secondWindow(console))] as const;
}
