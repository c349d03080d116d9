/** The tasks of the comparison. Each one checks the response first: a fast wrong response does not count. */
import { message } from '../load.mjs';
import { askOnce } from './peer-process.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */
/** @typedef {import('./contenders.mjs').User} User */

/**
 * @typedef {object} Task
 * @property {string} name
 * @property {(contender: Contender, index: number) => string} request The text of a request.
 * @property {(contender: Contender, port: number) => Promise<boolean>} isRight
 */

const headers = { 'Content-Type': 'application/json' };

/**
 * The tasks over these users.
 * @param {readonly User[]} users
 * @returns {readonly Task[]}
 */
export function tasksFor(users) {
  const deep = Math.floor((users.length * 0.4) / 20) * 20;
  const active = users.filter(({ status }) => status === 'active').sort((a, b) => (a.name < b.name ? 1 : -1));
  // Ids far apart, so that the processor's cache does not decide the result.
  const idAt = (/** @type {number} */ index) => String(((index * 4099) % users.length) + 1);
  const patch = (/** @type {Contender} */ contender, /** @type {string} */ id, /** @type {number} */ age) =>
    message('PATCH', contender.record(id), headers, `{"age":${age}}`);

  /** @param {string} name @param {number} offset @returns {Task} */
  const list = (name, offset) => ({
    name,
    request: (contender) => message('GET', contender.list(offset)),
    isRight: async (contender, port) => {
      const { status, body } = await askOnce(port, message('GET', contender.list(offset)));
      const ids = status === 200 ? contender.items(JSON.parse(body)).map(({ id }) => id) : [];
      return (
        ids.join() ===
        active
          .slice(offset, offset + 20)
          .map(({ id }) => id)
          .join()
      );
    },
  });

  return [
    {
      name: 'GET by id',
      request: (contender, index) => message('GET', contender.record(idAt(index))),
      isRight: async (contender, port) => {
        const { status, body } = await askOnce(port, message('GET', contender.record('41')));
        return status === 200 && body.replaceAll(/\s/g, '') === JSON.stringify(users[40]).replaceAll(/\s/g, '');
      },
    },
    list('list, filtered and sorted', 0),
    list('list, a deep page', deep),
    {
      name: 'PATCH',
      request: (contender, index) => patch(contender, idAt(index), 18 + (index % 60)),
      isRight: async (contender, port) => {
        const { status } = await askOnce(port, patch(contender, '42', 77));
        const { body } = await askOnce(port, message('GET', contender.record('42')));
        return status === 200 && JSON.parse(body).age === 77 && JSON.parse(body).name === users[41]?.name;
      },
    },
  ];
}
