/** The limit for Koa with its router: one route with a parameter. */
import { Router } from '@koa/router';
import Koa from 'koa';
import { ready, users } from './users.mjs';

const app = new Koa();
const router = new Router();
router.get('/users/:userId', (ctx) => {
  ctx.body = users.get(ctx.params.userId ?? '');
});
app.use(router.routes());
const server = app.listen(0, '127.0.0.1', () => ready(server));
