/** The limit for Node: a body from a Map, nothing else. */
import { createServer } from 'node:http';
import { ready, users } from './users.mjs';

const server = createServer((req, res) => {
  const body = JSON.stringify(users.get((req.url ?? '').slice('/users/'.length)));
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) });
  res.end(body);
});
server.listen(0, '127.0.0.1', () => ready(server));
