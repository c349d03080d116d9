import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Red, green and blue from 0 to 1. */
type Colour = readonly [number, number, number];

const css = readFileSync('renderer/ui/base/tokens.css', 'utf8');
const themes = ['light', 'dark'] as const;

/** The colour of a token in a theme, from `light-dark()` or `color-mix()` in sRGB. */
function colourOf(token: string, theme: (typeof themes)[number]): Colour {
  const value = new RegExp(`--${token}: (.+);`).exec(css)?.[1] ?? '';
  const both = /^light-dark\((#\w{6}), (#\w{6})\)$/.exec(value);
  if (both) return parse(both[theme === 'light' ? 1 : 2] ?? '');
  const [, of = '', percent = '', into = ''] =
    /^color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)$/.exec(value) ?? [];
  const share = Number(percent) / 100;
  const [one, other] = [colourOf(of, theme), colourOf(into, theme)];
  return [0, 1, 2].map((index) => (one[index] ?? 0) * share + (other[index] ?? 0) * (1 - share)) as unknown as Colour;
}

function parse(hex: string): Colour {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const meanings = ['good', 'info', 'warn', 'bad', 'changed', 'accent'];
const grounds = ['bg', 'bg-panel', 'bg-raised'];
const texts = ['text', 'text-soft', 'text-faint'];
const pairs = [
  ...grounds.flatMap((ground) => [...texts, ...meanings].map((text) => [text, ground])),
  ...meanings.flatMap((meaning) => [
    [meaning, `${meaning}-soft`],
    ['text', `${meaning}-soft`],
    ['text-soft', `${meaning}-soft`],
    ['text-faint', `${meaning}-soft`],
  ]),
  ['accent-text', 'accent'],
];

test.each(themes)('text has enough contrast on every background, theme %s', (theme) => {
  const faint = pairs
    .map(([text = '', ground = '']) => ({
      text,
      ground,
      ratio: contrast(colourOf(text, theme), colourOf(ground, theme)),
    }))
    .filter(({ ratio }) => ratio < 4.5);
  expect(faint).toEqual([]);
});

test.each(themes)('the focus ring has enough contrast on every background, theme %s', (theme) => {
  for (const ground of grounds) expect(contrast(colourOf('accent', theme), colourOf(ground, theme))).toBeGreaterThan(3);
});

/** Colors that are the same in both themes, and the shade behind a dialog, which has no text. */
const fixed = [
  'ui/display/qr-code.module.css: #ffffff',
  'ui/display/qr-code.module.css: #000000',
  'ui/overlay/dialog.module.css: rgb(20 24 32 / 0.28)',
  'ui/overlay/dialog.module.css: rgb(0 0 0 / 0.5)',
];

test('no style has a color that is no token, so that the themes differ in the tokens alone', () => {
  const color =
    /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\([^)]*\)|[:,(]\s*(?:white|black|gr[ae]y|red|green|blue|yellow|orange)\b/gi;
  const styles = readdirSync('renderer', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.css$|json-theme\.ts$/.test(name),
  );
  const found = styles
    .filter((name) => !name.endsWith('tokens.css'))
    .flatMap((name) =>
      [...readFileSync(join('renderer', name), 'utf8').matchAll(color)].map(
        ([text]) => `${name.replaceAll('\\', '/')}: ${text}`,
      ),
    );
  expect(styles.length).toBeGreaterThan(50);
  expect(found.sort()).toEqual(fixed.sort());
});
