import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds that is serious, by rule and place: in the whole page, or in what a selector finds. */
export function seriousFaults(page: Page, within = 'html'): Promise<readonly string[]> {
  return faultsOf(builder(page, within));
}

/** The texts of which axe says that they can hardly be read: what another theme may change. */
export function faintTexts(page: Page, within: string): Promise<readonly string[]> {
  return faultsOf(builder(page, within).withRules('color-contrast'));
}

function builder(page: Page, within: string): AxeBuilder {
  // A window cannot open the further page that the other mode works in.
  return new AxeBuilder({ page }).setLegacyMode().include(within);
}

async function faultsOf(axe: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
