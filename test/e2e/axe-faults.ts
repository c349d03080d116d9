import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Everything that axe finds, of any impact, by theme, rule and place, in the whole page or below a selector. The themes differ
 * in their colors alone, so that the second one is checked for contrast alone.
 */
export async function axeFaults(page: Page, within = 'html'): Promise<readonly string[]> {
  const shown = await wear(page, 'light');
  const light = await faultsOf(builder(page, within));
  await wear(page, 'dark');
  const dark = await faultsOf(builder(page, within).withRules('color-contrast'));
  await wear(page, shown);
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)];
}

/** Changes the theme of the page alone, and resolves with the one before. */
function wear(page: Page, theme: string | null): Promise<string | null> {
  return page.evaluate((chosen) => {
    const root = document.documentElement;
    const before = root.getAttribute('data-theme');
    if (chosen === null) root.removeAttribute('data-theme');
    else root.setAttribute('data-theme', chosen);
    return before;
  }, theme);
}

function builder(page: Page, within: string): AxeBuilder {
  // Electron cannot open the extra page of the other mode. Describing all that axe found in order takes most of its time.
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .include(within);
}

async function faultsOf(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join(' ')}`);
}
