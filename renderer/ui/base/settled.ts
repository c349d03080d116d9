import { startTransition, useEffect, useState } from 'react';

/** `first` until a component was painted for the first time, `again` until it was painted after it was hidden. */
type Phase = 'first' | 'again' | 'settled';

/** What has been painted: parts that nobody sees at first, such as those far below, wait for `settled`. */
export function usePhase(): Phase {
  const [phase, setPhase] = useState<Phase>('first');
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPhase('settled')));
    return () => {
      cancelAnimationFrame(frame);
      setPhase((now) => (now === 'settled' ? 'again' : now));
    };
  }, []);
  return phase;
}
