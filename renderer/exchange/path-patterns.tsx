import { useEffect, useState } from 'react';
import { useConsole, useHost } from '../console/use-console.ts';

/** What an empty field of a request pattern accepts. */
export const anyValue = 'any';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The methods to choose from, with the given one; empty for any. */
export function listedMethods(method: string): readonly string[] {
  return method === '' || methods.includes(method) ? methods : [...methods, method];
}

/** What a path pattern matches, in a sentence. */
export function PathHint() {
  return (
    <>
      <code>/api/orders</code> is the list, <code>/api/orders/{'{id}'}</code> one record, <code>/api/orders/**</code>{' '}
      both and everything below.
    </>
  );
}

/** Collections and what else serves paths. */
interface Served {
  readonly userService: boolean;
  readonly collections: readonly string[];
  /** Paths that collections have beside their own. */
  readonly paths: readonly string[];
}

/** The patterns of all served paths. */
export function servedPatterns({ userService, collections, paths }: Served): readonly string[] {
  return [
    ...(userService ? ['/users/{userId}'] : []),
    ...collections.flatMap((name) => [`/api/${name}`, `/api/${name}/{id}`, `/api/${name}/**`]),
    ...paths,
  ];
}

/** The patterns to suggest for a path. Call `load` when the field gets the focus: it asks for the paths of collections. */
export function usePathSuggestions(): { readonly suggestions: readonly string[]; readonly load: () => void } {
  const { client } = useConsole();
  const userService = useHost(({ workspace }) => workspace.settings.userService);
  // A text, because the collections change with each record.
  const defined = useHost((state) => state.collections.map((one) => `${one.name} ${one.defined}`).join('\n'));
  const [isWanted, setWanted] = useState(false);
  const [paths, setPaths] = useState<readonly string[]>([]);
  const collections = namesIn(defined);
  useEffect(() => {
    if (!isWanted) return;
    let isStale = false;
    const read = async () => {
      const replies = await Promise.all(
        namesIn(defined).map((collection) => client.call('collections.fields', { collection })),
      );
      const found = replies.flatMap((reply) => (reply.ok ? (reply.value.definition.paths ?? []) : []));
      if (!isStale) setPaths(found.map(({ path }) => path));
    };
    void read();
    return () => {
      isStale = true;
    };
  }, [client, defined, isWanted]);
  return { suggestions: servedPatterns({ userService, collections, paths }), load: () => setWanted(true) };
}

function namesIn(defined: string): readonly string[] {
  return defined === '' ? [] : defined.split('\n').map((line) => line.split(' ')[0] ?? '');
}
