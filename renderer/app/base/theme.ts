import { useLayoutEffect } from 'react';
import type { Theme } from '../../features/settings/settings-view.tsx';
import { useRemembered } from '../../ui/base/remember.ts';

/** The theme, remembered on this machine; `data-theme` on the root selects its tokens. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useRemembered<Theme>('theme', 'system');
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [theme, setTheme];
}
