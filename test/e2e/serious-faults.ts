import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Serious axe findings by rule and place, in the whole page or below a selector. */
export function seriousFaults(page: Page, within = 'html'): Promise<readonly string[]> {
  return faultsOf(builder(page, within));
}

/** Texts with too little contrast, which depends on the theme. */
export function faintTexts(page: Page, within: string): Promise<readonly string[]> {
  return faultsOf(builder(page, within).withRules('color-contrast'));
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
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
