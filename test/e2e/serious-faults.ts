import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds that is serious, by rule and place: in the whole page, or in what a selector finds. */
export async function seriousFaults(page: Page, within = 'html'): Promise<readonly string[]> {
  // A window cannot open the further page that the other mode works in.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include(within).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
