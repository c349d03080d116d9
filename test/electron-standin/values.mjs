/**
 * Values on the way from one JavaScript world to another, as JSON. A primitive value stands for itself; everything else
 * is an array that begins with its kind. Plain data, errors, functions and promises can be carried; dates, maps,
 * binary data and the like are refused, because a program whose messages are JSON sends none.
 *
 * Both functions are also put into pages as text, so they use nothing but each other.
 *
 * @typedef {null | boolean | number | string | readonly unknown[]} Encoded
 * @typedef {object} References how functions and promises are held in one world for the other
 * @property {(kind: 'function' | 'promise', value: any) => string} hold gives the id under which the other world knows it
 * @property {(kind: 'function' | 'promise', id: string) => unknown} revive
 */

/**
 * @param {unknown} value
 * @param {References} [references] without them functions and promises are refused
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
  if (kind !== 'Object') throw new TypeError(`The stand-in cannot carry a value of the kind ${kind}.`);
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
