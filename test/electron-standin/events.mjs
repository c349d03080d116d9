/**
 * Emits an event whose default the listeners may prevent.
 *
 * @param {import('node:events').EventEmitter} emitter
 * @param {string} name
 * @param {object} [members]
 * @returns {boolean} true when no listener prevented it
 */
export function emitCancellable(emitter, name, members = {}) {
  let isPrevented = false;
  emitter.emit(name, {
    ...members,
    preventDefault() {
      isPrevented = true;
    },
  });
  return !isPrevented;
}
