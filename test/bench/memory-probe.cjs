/** Preloaded into a process that is measured: tells what is in use in its heap, after everything unused is cleared. */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
