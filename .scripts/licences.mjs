/** Collects the packages that a build takes into its files, and the text of their licences. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package's folder, at the front of a module's path, also in a package within a package. */
const packageFolder = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** The usual names of a licence's file. */
const licenceFile = /^(licen[cs]e|copying|notice|ofl)([.-].*)?$/i;

/** A plugin that collects packages for one build or several, and the text about them. */
export function collectLicences() {
  /** @type {Set<string>} */
  const folders = new Set();
  /** @type {import('vite').Plugin} */
  const plugin = {
    name: 'collect-licences',
    generateBundle(_, files) {
      const styles = [...this.getModuleIds()].filter((id) => /\.css\b/.test(id));
      const scripts = Object.values(files).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules).filter((id) => file.modules[id]?.renderedLength) : [],
      );
      for (const id of [...styles, ...scripts]) {
        const folder = packageFolder.exec(id)?.[1];
        if (folder !== undefined) folders.add(folder);
      }
    },
  };
  return { plugin, text: () => textAbout([...folders]) };
}

const rule = `\n${'-'.repeat(80)}\n\n`;

/** @param {readonly string[]} folders */
function textAbout(folders) {
  const entries = new Map(folders.map(describe));
  const names = [...entries.keys()].sort();
  return [
    'The files of this package contain the following packages, each under its own licence.\n',
    ...names.map((name) => entries.get(name)),
  ].join(rule);
}

/** The name of a package with its version, and its entry. @param {string} folder @returns {[string, string]} */
function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => licenceFile.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length === 0 && typeof license !== 'string') throw new Error(`${name} names no licence.`);
  return [`${name} ${version}`, [`${name} ${version} (${license})`, ...texts, ''].join('\n\n')];
}
