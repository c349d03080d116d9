/**
 * Encodes values as JSON to transfer them between JavaScript worlds. A primitive value is encoded as itself, all others
 * as an array that begins with their kind. Plain data, errors, functions and promises are supported. Dates, maps, binary
 * data and the like throw, because the program's messages are JSON.
 *
 * Both functions are also injected into pages as text, so they may use only each other.
 *
 * @typedef {null | boolean | number | string | readonly unknown[]} Encoded
 * @typedef {object} References functions and promises that one world holds for the other
 * @property {(kind: 'function' | 'promise', value: any) => string} hold returns the id of the value for the other world
 * @property {(kind: 'function' | 'promise', id: string) => unknown} revive
 */

/**
 * Throws a TypeError for unsupported values.
 *
 * @param {unknown} value
 * @param {References} [references] without them, functions and promises are unsupported
 * @returns {Encoded}
 */
export function encodeValue(value, references) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value === undefined) return ['undefined'];
  if (Array.isArray(value)) return ['list', ...value.map((item) => encodeValue(item, references))];
  if (value instanceof Error) return ['error', value.name, value.message];
  if (references !== undefined && typeof value === 'function') return ['function', references.hold('function', value)];
  if (references !== undefined && value instanceof Promise) return ['promise', references.hold('promise', value)];
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  if (kind !== 'Object') throw new TypeError(`The stand-in cannot encode a value of the kind ${kind}.`);
  const members = Object.entries(/** @type {object} */ (value));
  return ['object', ...members.map(([name, item]) => [name, encodeValue(item, references)])];
}

/**
 * @param {any} encoded
 * @param {References} [references]
 * @returns {any}
 */
export function decodeValue(encoded, references) {
  if (!Array.isArray(encoded)) return encoded;
  const [kind, ...parts] = encoded;
  switch (kind) {
    case 'undefined':
      return undefined;
    case 'list':
      return parts.map((part) => decodeValue(part, references));
    case 'error':
      return Object.assign(new Error(parts[1]), { name: parts[0] });
    case 'object':
      return Object.fromEntries(parts.map(([name, part]) => [name, decodeValue(part, references)]));
    default:
      return references?.revive(kind, parts[0]);
  }
}
