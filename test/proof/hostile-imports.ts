import { type Attack, command, list } from './hostile-attack.ts';

const rows = () => list(100_000, (index) => ({ userId: `i${index}`, name: `User ${index}`, age: index % 90 }));
/** The id of the latest preview. */
let previewed = 0;
const preview = (fileName: string, text: () => string, status = 200): Attack => ({
  name: `preview: ${fileName}`,
  target: 'import.preview',
  body: () => JSON.stringify({ text: text(), fileName }),
  status,
  onReply: (body) => {
    previewed = Number(/"id":(\d+)/.exec(body)?.[1]);
  },
});
const importOf = (name: string, collection: string): Attack => ({
  name,
  target: 'import.apply',
  body: () => JSON.stringify({ id: previewed, collections: [collection] }),
  status: 200,
});

const property = (index: number) => [`field${index}`, { type: 'string', description: 'A field of a large document' }];

function openApi(schemas: number) {
  const names = list(schemas, (index) => `Thing${index}`);
  const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const responds = (content: object) => ({ 200: { description: 'ok', content: { 'application/json': content } } });
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(
      names.flatMap((name) => [
        [`/${name}`, { get: { responses: responds({ schema: { type: 'array', items: schema(name) } }) } }],
        [`/${name}/{id}`, { get: { responses: responds({ schema: schema(name), example: { id: '1' } }) } }],
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        names.map((name) => [
          name,
          { type: 'object', properties: Object.fromEntries([['id', { type: 'string' }], ...list(30, property)]) },
        ]),
      ),
    },
  };
}

/** Many collections with many paths each. */
function workspaceOfPaths() {
  const collection = (index: number) => ({
    key: 'id',
    paths: list(20, (path) => `/shop${index}/{area}/part${path}/{id}`),
    records: [{ id: 1, area: 'x' }],
  });
  const collections = Object.fromEntries(list(200, (index) => [`shop${index}`, collection(index)]));
  return { format: 'mock-api-console', version: 1, collections };
}

/** Block YAML of a JSON value. */
function yaml(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`;
  const members = Object.entries(value).map(([name, inner]) => `${indent}${name}:${yaml(inner, `${indent}  `)}`);
  return `\n${members.join('')}`;
}

export const imports: readonly Attack[] = [
  preview(
    'users.csv',
    () =>
      `userId,name,age\n${rows()
        .map((row) => Object.values(row).join(','))
        .join('\n')}`,
  ),
  preview('users.ndjson', () =>
    rows()
      .map((row) => JSON.stringify(row))
      .join('\n'),
  ),
  preview('shop.json', () => JSON.stringify({ orders: rows(), users: rows() })),
  preview('broken.json', () => '['.repeat(1_000_000), 422),
  preview(
    'wide.csv',
    () =>
      `${list(9000, (index) => `c${index}`).join(',')}\n${list(200, () => list(9000, String).join(',')).join('\n')}`,
  ),
  importOf('console: import of 9,000 columns', 'wide'),
  command('generation of wide records', 'records.generate', { collection: 'wide', count: 50, seed: 1, as: 'add' }),
  command('change of wide records', 'records.change', {
    collection: 'wide',
    of: { ids: list(100, (index) => String(index + 1)) },
    change: { kind: 'set', path: ['c1'], value: 5 },
    as: 'all',
  }),
  command('search of wide records', 'records.page', { collection: 'wide', search: 'nowhere', offset: 0, limit: 50 }),
  command('export of wide records as CSV', 'records.export', { collection: 'wide', of: 'live', format: 'csv' }),
  preview('openapi.json', () => JSON.stringify(openApi(500))),
  preview('openapi.yaml', () => yaml(openApi(200)).trimStart().replaceAll('"array"', 'array')),
  preview('workspace with own paths.json', () => JSON.stringify(workspaceOfPaths())),
  preview('users.json', () => JSON.stringify(rows())),
  importOf('import of 100,000 rows', 'users'),
  { name: 'undo of an import of 100,000 rows', target: 'history.undo', status: 200 },
  { name: 'redo of an import of 100,000 rows', target: 'history.redo', status: 200 },
];
