import { ChevronDown } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useContext, useLayoutEffect, useRef, useState } from 'react';
import { useHost } from '../../console/use-console.ts';
import { type Action, ActionsContext } from '../../ui/base/action.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx';
import { fittingChips } from './fitting-chips.ts';
import styles from './scenario-switcher.module.css';

/** The scenarios as chips; those that do not fit are in a menu. */
export function ScenarioSwitcher() {
  const scenarios = useHost((state) => state.scenarios);
  const active = useHost((state) => state.scenario);
  const actions = useContext(ActionsContext);
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(
    row,
    scenarios,
    scenarios.findIndex(({ name }) => name === active),
  );
  const items = scenarios.map(({ name, description }) => ({
    name,
    description,
    action: actions.find(({ id }) => id === `scenario.${name}`),
  }));
  const hidden = items.slice(fitting);
  const activeIsHidden = hidden.some(({ name }) => name === active);
  return (
    <div className={styles.switcher}>
      <ToggleGroup.Root
        ref={row}
        type="single"
        className={styles.chips}
        aria-label="Scenario"
        value={active}
        onValueChange={(name) => run(items.find((item) => item.name === name)?.action)}
      >
        {items.map(({ name, description, action }, index) => (
          <ToggleGroup.Item
            key={name}
            value={name}
            aria-label={name}
            aria-keyshortcuts={action?.shortcut}
            title={description}
            className={classNames(styles.chip, index >= fitting && styles.outside)}
          >
            {action?.shortcut && (
              <span aria-hidden className={styles.key}>
                {action.shortcut}
              </span>
            )}
            <span className="steady" data-text={name}>
              {name}
            </span>
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      {hidden.length > 0 && (
        <Menu
          align="end"
          trigger={
            <button
              type="button"
              title={activeIsHidden ? active : undefined}
              className={classNames(styles.chip, styles.menu, activeIsHidden && styles.on)}
            >
              {activeIsHidden && <span className={classNames('ellipsis', styles.active)}>{active}</span>}
              <span className={activeIsHidden ? 'unseen' : styles.active}>
                {hidden.length} more<span className="unseen"> scenarios</span>
              </span>
              <ChevronDown aria-hidden />
            </button>
          }
        >
          {hidden.map(({ name, action }) => (
            <MenuItem key={name} shortcut={action?.shortcut} onSelect={() => run(action)}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}

function run(action: Action | undefined): void {
  if (action?.enabled) action.run();
}

/** How many of a row's chips fit into its box; measured again when its width, the scenarios or the active one change. */
function useFitting(row: React.RefObject<HTMLDivElement | null>, scenarios: unknown, active: number): number {
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again for other scenarios.
  useLayoutEffect(() => {
    const element = row.current;
    const box = element?.parentElement;
    if (!element || !box) return;
    const measure = () => {
      const widths = Array.from(element.children, (chip) => chip.getBoundingClientRect().width);
      setFitting(fittingChips(widths, box.clientWidth, active));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [row, scenarios, active]);
  return fitting;
}
