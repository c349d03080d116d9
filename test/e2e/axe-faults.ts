import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Everything that axe finds, of any impact, by rule and place, in the whole page or below a selector. */
export function axeFaults(page: Page, within = 'html'): Promise<readonly string[]> {
  return faultsOf(builder(page, within));
}

/**
 * Texts with too little contrast in the dark theme. The themes differ in their colors alone, and the unit tests compare the
 * tokens of both: this finds a color that is no token.
 */
export async function faintInTheDark(page: Page): Promise<readonly string[]> {
  const shown = await wear(page, 'dark');
  const faults = await faultsOf(builder(page, 'html').withRules('color-contrast'));
  await wear(page, shown);
  return faults;
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
  // Preloading serves one rule that is off and one about sound.
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
    .include(within);
}

async function faultsOf(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join(' ')}`);
}
