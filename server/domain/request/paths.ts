/** The paths of the mock API in OpenAPI's form. Router paths, links and the API description derive from them. */
export const paths = {
  index: '/',
  user: '/users/{userId}',
  list: '/api/{collection}',
  record: '/api/{collection}/{id}',
  openApi: '/openapi.json',
  problem: '/problems/{code}',
  /** The certificate authority. Well-known paths (RFC 8615) belong to no service. */
  authority: '/.well-known/mock-api-console-ca.crt',
} as const;

/** The methods of each kind of path beside OPTIONS; all others get 405. */
export const methodsOf = {
  user: ['GET', 'HEAD'],
  list: ['GET', 'HEAD', 'POST'],
  record: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
} as const;

/** Replaces the parameters by encoded names, from the first on; parameters without a name stay. */
export function fillPath(path: string, ...names: readonly string[]): string {
  return names.reduce((filled, name) => filled.replace(/\{\w+\}/, () => encodeURIComponent(name)), path);
}

/** The path in the router's grammar, such as `/api/:collection/{:id}`; braces mark a parameter that may be empty. */
export function routerPath(path: string, canBeEmpty: boolean): string {
  const last = canBeEmpty ? '{:$1}' : ':$1';
  return path.replace(/\{(\w+)\}$/, last).replace(/(?<=\/)\{(\w+)\}/g, ':$1');
}

/** Finds the undecoded names in the path of a request; null if the router would not match it. */
export function captureNames(path: string, canBeEmpty: boolean): (sent: string) => readonly string[] | null {
  const segments = path.split('/').map((text) => ({ text, isName: text.startsWith('{') }));
  return (sent) => {
    const given = sent.split('/');
    if (segments.length !== given.length) return null;
    const names: string[] = [];
    for (const [index, { text, isName }] of segments.entries()) {
      const name = given[index] ?? '';
      if (!isName) {
        if (text !== name) return null;
      } else if (name === '' && !(canBeEmpty && index === segments.length - 1)) return null;
      else names.push(name);
    }
    return names;
  };
}
