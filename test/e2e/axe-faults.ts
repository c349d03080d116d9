import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything that axe finds, of any impact, by rule and place, in the whole page or below a selector. */
export function axeFaults(page: Page, within = 'html'): Promise<readonly string[]> {
  return faultsOf(page, within, {});
}

/** Texts with too little contrast in the dark theme, from which the light one differs in its colors alone. */
export async function faintInTheDark(page: Page): Promise<readonly string[]> {
  const shown = await wear(page, 'dark');
  const faults = await faultsOf(page, 'html', { runOnly: ['color-contrast'] });
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

async function faultsOf(page: Page, within: string, options: axe.RunOptions): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ([selector, chosen]) => {
      // Describing all that axe found in order takes most of its time. Preloading serves one rule that is off and one
      // about sound.
      const { violations } = await window.axe.run(selector, { resultTypes: ['violations'], preload: false, ...chosen });
      return violations.map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [within, options] as const,
  );
}
