import { useCallback, useSyncExternalStore } from 'react';

/** Matches a window in which a table has room for few columns. */
export const narrowWindow = '(max-width: 560px)';

/** Whether the window matches a media query, now and after it changes. A view may be mounted before it is shown. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches);
}
