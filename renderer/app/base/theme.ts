import { useLayoutEffect } from 'react';
import type { Theme } from '../../features/settings/settings-view.tsx';
import { useRemembered } from '../../ui/base/remember.ts';

/** The theme of the console: kept on this machine, and shown by an attribute that the tokens look at. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useRemembered<Theme>('theme', 'system');
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return [theme, setTheme];
}
