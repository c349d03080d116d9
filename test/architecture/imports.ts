/** Reads what source files import, with the parser that also builds them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';
import { root } from './skeleton.ts';

/** Source texts by their paths from the root of the project. */
export type Sources = ReadonlyMap<string, string>;

export interface Import {
  /** Path of the file that imports. */
  readonly from: string;
  /** Path of the imported file, `node`, the name of a package, or `computed` for a path known only at run time. */
  readonly to: string;
}

/** The source files of the program. */
export function readSources(): Sources {
  const sources = new Map<string, string>();
  for (const top of ['server', 'electron', 'renderer']) {
    for (const name of readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })) {
      const path = `${top}/${name.replaceAll('\\', '/')}`;
      if (/\.tsx?$/.test(path)) sources.set(path, readFileSync(join(root, path), 'utf8'));
    }
  }
  return sources;
}

/** Every import of every spelling: value and type, `export … from`, `import()` and `import('…').Type`. */
export function readImports(sources: Sources): readonly Import[] {
  return [...sources].flatMap(([from, text]) => {
    const { program, errors } = parseSync(from, text);
    if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`);
    return specifiersIn(program).map((specifier) => ({ from, to: resolve(from, specifier) }));
  });
}

const importing = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSExternalModuleReference',
]);

/** The specifiers in a syntax tree; undefined for a specifier that is an expression. */
function specifiersIn(tree: unknown): readonly (string | undefined)[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const node = tree as { readonly type?: string; readonly source?: unknown; readonly expression?: unknown };
  const inside = Object.values(node).flatMap(specifiersIn);
  const source = node.source ?? node.expression;
  if (!importing.has(node.type ?? '') || typeof source !== 'object' || source === null) return inside;
  const { value } = source as { readonly value?: unknown };
  return [typeof value === 'string' ? value : undefined, ...inside];
}

function resolve(from: string, specifier: string | undefined): string {
  if (specifier === undefined) return 'computed';
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
  if (specifier.startsWith('node:')) return 'node';
  const [scope = '', name] = specifier.split('/');
  return scope.startsWith('@') && name !== undefined ? `${scope}/${name}` : scope;
}
