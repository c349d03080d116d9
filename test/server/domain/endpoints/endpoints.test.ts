import { expect, test } from 'vitest';
import { targetOf } from '../../../../server/domain/endpoints/endpoints.ts';
import { noOwnPaths } from '../../../support/own-paths.ts';
import { temporaryHost } from '../../../support/temporary-host.ts';

test('targetOf agrees with the route in the explanation of a real request', async () => {
  await using temporary = await temporaryHost();
  const call = async (name: string, input: unknown = {}) => {
    const reply = await temporary.host.call(name, input);
    if (!reply.ok) throw new Error(reply.problem.detail);
    return reply.value;
  };
  await call('server.start');
  const { server } = (await call('workspace.get')) as { server: { url: string } };
  const paths = [
    ...['/', '/users', '/users/', '/users/42', '/users/a%2Fb', '/users/%zz', '/users/42/', '/users/42/x', '/Users/42'],
    ...['/api', '/api/', '/api/users', '/api/users/42', '/api/us%65rs/7', '/api/users/42/', '/api//42'],
    ...['/openapi.json', '/problems/conflict', '/nothing/at/all', '/api/users/%00', '/api/%zz'],
  ];
  for (const path of paths) await (await fetch(server.url + path)).text();
  const { entries } = (await call('requests.list')) as { entries: { id: number; path: string }[] };
  const routes = await Promise.all(
    entries.map(async ({ id, path }) => {
      const { explanation } = (await call('requests.get', { id })) as {
        explanation: { route: { collection: string | null; id: string | null } };
      };
      return [path, { collection: explanation.route.collection, id: explanation.route.id }];
    }),
  );
  expect(routes.map(([path]) => path)).toEqual(paths.toReversed());
  expect(paths.toReversed().map((path) => [path, targetOf(noOwnPaths, path)])).toEqual(routes);
});
