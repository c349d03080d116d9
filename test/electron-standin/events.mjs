/**
 * Emits an event whose default action listeners can prevent.
 *
 * @param {import('node:events').EventEmitter} emitter
 * @param {string} name
 * @param {object} [members]
 * @returns {boolean} true if no listener prevented the default
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
