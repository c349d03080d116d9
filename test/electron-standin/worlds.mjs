import { decodeValue, encodeValue } from './values.mjs';

/**
 * Joins two JavaScript worlds that share only a document: the page's and the preload script's. Each side calls this
 * once. After that, each side can call the other's functions, and promises settle on both sides. Messages are events of
 * the document, which are dispatched synchronously, so a call returns its result directly.
 *
 * Also injected into pages as text, so it may use only the two imported functions.
 *
 * @param {'page' | 'preload'} side
 * @param {EventTarget} target the document
 */
export function joinWorlds(side, target) {
  const other = side === 'page' ? 'preload' : 'page';
  let lastId = 0;
  const newId = () => `${side}-${++lastId}`;

  /** @type {Map<string, Function>} own shared functions, and proxies of the other world's functions */
  const functions = new Map();
  /** @type {Map<Function, string>} */
  const ids = new Map();
  /** @type {Map<string, { resolve: (value: any) => void, reject: (reason: any) => void }>} */
  const foreignPromises = new Map();
  /** @type {Map<string, (outcome: any) => void>} */
  const openCalls = new Map();
  /** @type {(name: string, value: any) => void} */
  let onGiven = () => {};

  /** @param {object} message */
  const post = (message) =>
    target.dispatchEvent(new CustomEvent(`standin:${other}`, { detail: JSON.stringify(message) }));

  /** @type {import('./values.mjs').References} */
  const references = {
    hold(kind, value) {
      const known = kind === 'function' ? ids.get(value) : undefined;
      if (known !== undefined) return known;
      const id = newId();
      if (kind === 'function') share(id, value);
      else {
        value.then(
          (/** @type {unknown} */ result) => post({ type: 'settled', id, value: encodeValue(result, references) }),
          (/** @type {unknown} */ reason) => post({ type: 'settled', id, error: encodeValue(reason, references) }),
        );
      }
      return id;
    },
    revive(kind, id) {
      if (kind === 'promise') return new Promise((resolve, reject) => foreignPromises.set(id, { resolve, reject }));
      return functions.get(id) ?? share(id, (/** @type {unknown[]} */ ...args) => callForeign(id, args));
    },
  };

  /** @param {string} id @param {Function} value */
  function share(id, value) {
    functions.set(id, value);
    ids.set(value, id);
    return value;
  }

  /** @param {string} id @param {readonly unknown[]} args */
  function callForeign(id, args) {
    const call = newId();
    /** @type {any} */
    let outcome;
    openCalls.set(call, (result) => {
      outcome = result;
    });
    post({ type: 'call', call, id, args: encodeValue(args, references) });
    openCalls.delete(call);
    if (outcome === undefined) throw new Error('The other world is gone.');
    if ('error' in outcome) throw decodeValue(outcome.error, references);
    return decodeValue(outcome.value, references);
  }

  /** @param {any} message */
  function answerCall({ call, id, args }) {
    try {
      const value = functions.get(id)?.(...decodeValue(args, references));
      post({ type: 'returned', call, outcome: { value: encodeValue(value, references) } });
    } catch (error) {
      post({ type: 'returned', call, outcome: { error: encodeValue(error, references) } });
    }
  }

  /** @param {any} message */
  function settle({ id, value, error }) {
    const promise = foreignPromises.get(id);
    foreignPromises.delete(id);
    if (error === undefined) promise?.resolve(decodeValue(value, references));
    else promise?.reject(decodeValue(error, references));
  }

  target.addEventListener(`standin:${side}`, (event) => {
    const message = JSON.parse(/** @type {CustomEvent<string>} */ (event).detail);
    if (message.type === 'call') answerCall(message);
    else if (message.type === 'returned') openCalls.get(message.call)?.(message.outcome);
    else if (message.type === 'settled') settle(message);
    else if (message.type === 'given') onGiven(message.name, decodeValue(message.value, references));
  });

  return {
    /** Sends the other world a value under a name. @param {string} name @param {unknown} value */
    give: (name, value) => post({ type: 'given', name, value: encodeValue(value, references) }),
    /** Sets the listener for values from the other world. @param {(name: string, value: any) => void} listener */
    listen(listener) {
      onGiven = listener;
    },
  };
}
