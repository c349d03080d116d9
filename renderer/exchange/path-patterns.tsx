import type { ConsoleState } from '../../server/contract/schema/state.ts';
import { useHost } from '../console/use-console.ts';

/** What an empty field of a request pattern accepts. */
export const anyValue = 'any';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The methods to choose from, with the given one; empty for any. */
export function listedMethods(method: string): readonly string[] {
  return method === '' || methods.includes(method) ? methods : [...methods, method];
}

/** What a path pattern matches, about a collection of the workspace, and that the User Information Service has a path of its own. */
export function PathHint() {
  const name = useHost(({ collections }) => collections[0]?.name ?? 'orders');
  const hasUserService = useHost(({ workspace }) => workspace.settings.userService);
  return (
    <>
      <code>/api/{name}</code> is the list,{' '}
      <code>
        /api/{name}/{'{id}'}
      </code>{' '}
      one record, <code>/api/{name}/**</code> both and everything below.
      {hasUserService && (
        <>
          {' '}
          <code>/users/{'{userId}'}</code> is the User Information Service, which is not below <code>/api</code>.
        </>
      )}
    </>
  );
}

/** The patterns of all paths that the mock serves. */
export function servedPatterns({ collections, workspace }: Pick<ConsoleState, 'collections' | 'workspace'>): string[] {
  return [
    ...(workspace.settings.userService ? ['/users/{userId}'] : []),
    ...collections.flatMap(({ name }) => [`/api/${name}`, `/api/${name}/{id}`, `/api/${name}/**`]),
    ...collections.flatMap(({ paths }) => paths.map(({ path }) => path)),
  ];
}

/** The patterns to suggest for a path. */
export function usePathSuggestions(): readonly string[] {
  // One text is equal to the one before; the collections change with each record.
  const text = useHost((state) => servedPatterns(state).join('\n'));
  return text === '' ? [] : text.split('\n');
}
