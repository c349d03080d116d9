/** The users that every limit serves, and the ready line. */

/** @type {ReadonlyMap<string, { userId: string, name: string, status: string }>} */
export const users = new Map(
  Array.from({ length: 100 }, (_, index) => {
    const userId = String(index + 1);
    return [userId, { userId, name: `User ${userId}`, status: 'active' }];
  }),
);

/** Prints the ready line of a limit. @param {import('node:http').Server} server */
export function ready(server) {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  process.stdout.write(`ready ${JSON.stringify({ mock: `http://127.0.0.1:${address.port}` })}\n`);
}
