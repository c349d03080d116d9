/** The pages of the project: their links lead somewhere, and their commands exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../architecture/skeleton.ts';

const pages = ['README.md', ...['server', 'electron', 'renderer', 'test'].flatMap(pagesIn)].map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

test.each(pages)('$path links to files and headings that exist', ({ path, text }) => {
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter(
    (link) => !/^\w+:/.test(link),
  );
  expect(links.filter((link) => !leadsSomewhere(path, link))).toEqual([]);
});

test.each(pages)('$path names scripts that package.json has', ({ text }) => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = Array.from(text.matchAll(/npm run (?:--silent )?([\w:-]+)/g), ([, name = '']) => name);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'test-results')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? pagesIn(path) : entry.name.endsWith('.md') ? [path] : [];
    });
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', heading] = link.split('#');
  const target = file === '' ? join(root, from) : join(root, dirname(from), file);
  if (!existsSync(target)) return false;
  return heading === undefined || headingsOf(target).includes(heading);
}

/** The anchors of the headings, as they are made by the sites that show them. */
function headingsOf(path: string): readonly string[] {
  const titles = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm);
  return Array.from(titles, ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
