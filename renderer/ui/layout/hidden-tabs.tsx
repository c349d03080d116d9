import { ChevronDown } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { Button } from '../base/button.tsx';
import { Menu, MenuItem } from '../overlay/menu.tsx';

interface TitledTab {
  readonly id: string;
  readonly title: string;
}

/** The places of the tabs that are not fully in view, because the window is narrow. */
export function useHiddenTabs(list: RefObject<HTMLElement | null>, tabs: readonly TitledTab[]): readonly number[] {
  const [hidden, setHidden] = useState<readonly number[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs are other elements.
  useEffect(() => {
    const shares = new Map<Element, number>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) shares.set(target, intersectionRatio);
        const all = [...(list.current?.children ?? [])];
        // A view that is mounted but not shown has no tab in view.
        const isShown = all.some((tab) => (shares.get(tab) ?? 0) > 0);
        const now = isShown ? all.flatMap((tab, place) => ((shares.get(tab) ?? 1) < almostAll ? [place] : [])) : [];
        setHidden((before) => (before.join() === now.join() ? before : now));
      },
      { root: list.current, threshold: [0, almostAll] },
    );
    for (const tab of list.current?.children ?? []) observer.observe(tab);
    return () => observer.disconnect();
  }, [list, tabs.map(({ id }) => id).join('\n')]);
  return hidden;
}

/** Share of a tab's width; the rest of it is padding. */
const almostAll = 0.9;

interface HiddenTabsProps {
  readonly tabs: readonly TitledTab[];
  readonly onChoose: (id: string) => void;
}

/** A menu of the tabs that are scrolled out of view, which says how many they are. */
export function HiddenTabs({ tabs, onChoose }: HiddenTabsProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button look="bare" icon={ChevronDown}>
          {tabs.length} more
        </Button>
      }
    >
      {tabs.map(({ id, title }) => (
        <MenuItem key={id} onSelect={() => onChoose(id)}>
          {title}
        </MenuItem>
      ))}
    </Menu>
  );
}
