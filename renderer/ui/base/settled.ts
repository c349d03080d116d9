import { startTransition, useEffect, useState } from 'react';

/** True once a component has been painted: parts that nobody sees at first, such as those far below, wait for it. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setSettled(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return settled;
}
