/** The limit for Koa: one middleware. */
import Koa from 'koa';
import { ready, users } from './users.mjs';

const app = new Koa();
app.use((ctx) => {
  ctx.body = users.get(ctx.path.slice('/users/'.length));
});
const server = app.listen(0, '127.0.0.1', () => ready(server));
