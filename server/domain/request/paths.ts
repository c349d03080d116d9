/** The paths of the mock API, as OpenAPI writes them. The router, the links and the description are derived from these. */
export const paths = {
  index: '/',
  user: '/users/{userId}',
  list: '/api/{collection}',
  record: '/api/{collection}/{id}',
  openApi: '/openapi.json',
  problem: '/problems/{code}',
} as const;

/** Puts encoded names in place of the parameters, from the first on; parameters without a name stay. */
export function fillPath(path: string, ...names: readonly string[]): string {
  return names.reduce((filled, name) => filled.replace(/\{\w+\}/, () => encodeURIComponent(name)), path);
}

/** The path in the router's grammar, such as `/api/:collection/{:id}`, where braces let a parameter be empty. */
export function routerPath(path: string, canBeEmpty: boolean): string {
  const last = canBeEmpty ? '{:$1}' : ':$1';
  return path.replace(/\{(\w+)\}$/, last).replace(/(?<=\/)\{(\w+)\}/g, ':$1');
}

/** The names in a sent path, undecoded, or null where the router would not match it. */
export function captureNames(path: string, canBeEmpty: boolean, sent: string): readonly string[] | null {
  const segments = path.split('/');
  const given = sent.split('/');
  if (segments.length !== given.length) return null;
  const names: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const name = given[index] ?? '';
    if (!segment.startsWith('{')) {
      if (segment !== name) return null;
    } else if (name === '' && !(canBeEmpty && index === segments.length - 1)) return null;
    else names.push(name);
  }
  return names;
}
