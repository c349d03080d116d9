/** Preloaded into a measured process: replies to each message with the memory usage after a garbage collection. */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
process.channel?.unref();
