import { useEffect, useRef, useState } from 'react';
import type { RequestLog } from '../../../console/requests.ts';
import { plural } from '../../../ui/base/format.ts';

/** Milliseconds between two announcements. */
const pause = 5000;

/** Tells a screen reader how many requests have arrived, in one sentence every few seconds at most. */
export function Arrivals({ log }: { readonly log: RequestLog }) {
  const [said, setSaid] = useState('');
  const counted = useRef(log.added);
  useEffect(() => {
    const timer = setInterval(() => {
      const fresh = log.added - counted.current;
      counted.current = log.added;
      if (fresh > 0) setSaid(`${plural(fresh, 'new request')}.`);
    }, pause);
    return () => clearInterval(timer);
  }, [log]);
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  );
}
