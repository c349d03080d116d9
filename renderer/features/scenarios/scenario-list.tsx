import { Check, Copy, Download, FileUp, Library, Link, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { defaultScenario, type Scenario } from '../../../server/domain/scenario/scenario.ts';
import { useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { Button } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { plural } from '../../ui/base/format.ts';
import { Kbd } from '../../ui/base/kbd.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Badge } from '../../ui/display/tag.tsx';
import { SortableList } from '../../ui/layout/sortable-list.tsx';
import { Toolbar } from '../../ui/layout/toolbar.tsx';
import { ActionItem, MenuAt, MenuItem } from '../../ui/overlay/menu.tsx';
import type { MenuPlace } from '../../ui/table/virtual-table.tsx';
import type { Scenarios } from './model/scenarios.ts';
import { noneShown } from './model/scenarios-state.ts';
import styles from './scenarios.module.css';

interface ScenarioListProps {
  readonly scenarios: Scenarios;
  readonly shown: Scenario | undefined;
}

/** The ordered scenarios; keys 1 to 9 activate the first nine. Arrow keys select, Alt+arrow moves. */
export function ScenarioList({ scenarios, shown }: ScenarioListProps) {
  const all = useHost((state) => state.scenarios);
  const active = useHost((state) => state.scenario);
  const chosenAs = useStore(scenarios.store, (state) => state.chosenAs);
  const box = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<(MenuPlace & { readonly scenario: string | null }) | null>(null);

  /** True until the neighbour of a deleted scenario has the focus. */
  const isRemoving = useRef(false);
  const name = shown?.name;
  useEffect(() => {
    if (!isRemoving.current || name === undefined) return;
    isRemoving.current = false;
    box.current?.querySelector<HTMLElement>('[data-part="name"][aria-current="true"]')?.focus();
  }, [name]);

  useEffect(() => {
    if (name === undefined) return;
    box.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [name]);

  const isTabbable = (one: Scenario) => one === (shown ?? all[0]);

  const onKeyDown = (event: KeyboardEvent) => {
    const isChoice = event.target instanceof HTMLElement && event.target.dataset.part === 'name';
    if (!isChoice || event.altKey || event.ctrlKey || event.metaKey) return;
    const place = shown ? all.indexOf(shown) : -1;
    if (event.key === 'Delete' && shown) {
      isRemoving.current = shown.name !== defaultScenario.name;
      void scenarios.remove(shown);
    }
    const next = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: all.length - 1 }[event.key];
    const found = next === undefined ? undefined : all[next];
    if (next === undefined || !found) return;
    event.preventDefault();
    scenarios.choose(found.name);
    box.current?.querySelectorAll<HTMLElement>('[data-part="name"]')[next]?.focus();
  };

  const openMenu = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-scenario]') : null;
    if (!row) return;
    event.preventDefault();
    if (row.dataset.scenario !== undefined) scenarios.choose(row.dataset.scenario);
    const { left, bottom } = row.getBoundingClientRect();
    const byKey = event.clientX === 0 && event.clientY === 0;
    const place = byKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY };
    setMenu({ ...place, scenario: scenarios.store.getState().chosenAs });
  };

  return (
    <section className={classNames('pane', styles.pane)} aria-label="Scenarios">
      <Toolbar
        count={plural(all.length, 'scenario')}
        actions={
          <>
            <ActionButton id="scenarios.import" icon={FileUp} word="Import" />
            <ActionButton id="scenarios.export-all" icon={Download} word="Export" />
            <ActionButton id="scenarios.add" icon={Plus}>
              New
            </ActionButton>
          </>
        }
      >
        {null}
      </Toolbar>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between its buttons. */}
      <div ref={box} className={styles.scroll} onKeyDown={onKeyDown} onContextMenu={openMenu}>
        <SortableList
          label="Order of the scenarios"
          items={all}
          keyOf={({ name }) => name}
          nameOf={({ name }) => name}
          onMove={(from, to) => void scenarios.move(from, to)}
          handleIsTabbable={isTabbable}
        >
          {(one, index, handle) => (
            <ScenarioRow
              scenario={one}
              place={index}
              isShown={one === shown}
              isTabbable={isTabbable(one)}
              isActive={one.name === active}
              scenarios={scenarios}
              handle={handle}
            />
          )}
        </SortableList>
        {all.length === 1 && (
          <EmptyState
            title="No scenario of your own"
            action={
              <ActionButton id="scenarios.ready" icon={Library} look="primary">
                Ready-made scenarios…
              </ActionButton>
            }
          >
            A scenario makes the mock slow, faulty or busy, and changes no data.
          </EmptyState>
        )}
      </div>
      {all.length > 1 && (
        <footer className={classNames('line', styles.foot)}>
          <ActionButton id="scenarios.ready" icon={Library} look="bare">
            Ready-made scenarios…
          </ActionButton>
        </footer>
      )}
      <MenuAt
        label="Scenario"
        at={menu?.scenario === chosenAs ? menu : null}
        onClose={() => setMenu(null)}
        onReturn={() => box.current?.querySelector<HTMLElement>('[data-part="name"][aria-current="true"]')?.focus()}
      >
        <MenuItem
          icon={Check}
          why={shown ? shown.name === active && 'It is active.' : noneShown}
          onSelect={() => shown && void scenarios.activate(shown.name)}
        >
          Activate
        </MenuItem>
        <ActionItem id="scenarios.duplicate" icon={Copy} />
        <ActionItem id="scenarios.export" icon={Download} />
        <ActionItem id="link.copy" icon={Link} />
        <ActionItem id="scenarios.remove" icon={Trash2} />
        <ActionItem id="scenarios.add" icon={Plus} />
        <ActionItem id="scenarios.ready" icon={Library} />
      </MenuAt>
    </section>
  );
}

interface ScenarioRowProps {
  readonly scenario: Scenario;
  readonly place: number;
  readonly isShown: boolean;
  readonly isTabbable: boolean;
  readonly isActive: boolean;
  readonly scenarios: Scenarios;
  readonly handle: React.ReactNode;
}

function ScenarioRow({
  scenario: { name, description },
  place,
  isShown,
  isTabbable,
  isActive,
  scenarios,
  handle,
}: ScenarioRowProps) {
  return (
    <div className={styles.row} data-shown={isShown} data-scenario={name}>
      {handle}
      <span>{place < 9 && <Kbd>{String(place + 1)}</Kbd>}</span>
      <button
        type="button"
        data-part="name"
        className={styles.choice}
        aria-current={isShown}
        tabIndex={isTabbable ? 0 : -1}
        title={description}
        onFocus={() => scenarios.keep()}
        onClick={() => scenarios.choose(name)}
        onDoubleClick={() => void scenarios.activate(name)}
      >
        <span className={classNames('ellipsis', styles.name)}>{name}</span>
        <span className={styles.description}>{description}</span>
      </button>
      {isActive ? (
        <Badge tone="good" icon={Check}>
          Active
        </Badge>
      ) : (
        <Button
          className={styles.activate}
          tabIndex={isTabbable ? 0 : -1}
          aria-label={`Activate ${name}`}
          onClick={() => void scenarios.activate(name)}
        >
          Activate
        </Button>
      )}
    </div>
  );
}
