import { Check, Copy, Download, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { defaultScenario, type Scenario } from '../../../server/domain/scenario/scenario.ts';
import { useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { Button } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { plural } from '../../ui/base/format.ts';
import { holdKeys } from '../../ui/base/held-keys.ts';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Badge } from '../../ui/display/tag.tsx';
import { TypedField } from '../../ui/form/typed-field.tsx';
import { SortableList } from '../../ui/layout/sortable-list.tsx';
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx';
import { useKeptInView } from '../../ui/table/kept-in-view.ts';
import { DryRunPane } from './dry-run.tsx';
import { type EffectKind, respondingKinds } from './model/rule-form.ts';
import { numberOf } from './model/rule-of-form.ts';
import { refusalOf } from './model/rule-refusal.ts';
import { describeRule, effectWords } from './model/rule-words.ts';
import type { Scenarios } from './model/scenarios.ts';
import { RuleCard } from './rule/rule-card.tsx';
import styles from './scenarios.module.css';

interface ScenarioEditorProps {
  readonly scenarios: Scenarios;
  readonly scenario: Scenario;
}

/** One scenario: name and description, its ordered rules, and the dry run. */
export function ScenarioEditor({ scenarios, scenario }: ScenarioEditorProps) {
  const { name, rules } = scenario;
  const ids = scenarios.rules.ids.of(scenario);
  const { openRule, isAddingRule } = useStore(scenarios.store);
  const box = useRef<HTMLDivElement>(null);
  const addRule = (kind: EffectKind) => holdKeys(scenarios.rules.add(name, kind));
  useEffect(() => {
    if (!isAddingRule || openRule === null) return;
    scenarios.store.setState({ isAddingRule: false });
    const card = box.current?.querySelectorAll('[data-part="summary"]')[ids.indexOf(openRule)]?.closest('section');
    const kind = rules[ids.indexOf(openRule)]?.then.kind;
    // The kind has just been chosen: the next field is the path, or the time, the user or the like.
    const path = card?.querySelector<HTMLElement>('[name="when"] input');
    const [, setting] = card?.querySelectorAll<HTMLElement>('[name="then"] :is(input, select, textarea)') ?? [];
    const next = kind && respondingKinds.has(kind) ? path : setting;
    next?.focus({ preventScroll: true });
    // No further than necessary: the condition of the rule stays in sight.
    next?.scrollIntoView({ block: 'nearest' });
    if (next instanceof HTMLInputElement) next.select();
  }, [scenarios, isAddingRule, openRule, ids, rules]);
  // The dry run grows with its result, before the next key: the pointer may be on its way then.
  useKeptInView(box, endOfFocus);
  return (
    <section
      className={classNames('pane', styles.pane)}
      aria-label={`Scenario ${name}`}
      onPointerEnter={() => scenarios.keep()}
      onFocus={() => scenarios.keep()}
      onPointerDownCapture={({ target }) => {
        // Whoever types here has gone on: the reply to an earlier command must not take the field away.
        if (isField(target)) scenarios.choose(name);
      }}
    >
      <div ref={box} className={styles.scroll}>
        <Head scenarios={scenarios} scenario={scenario} />
        <div className={styles.rulesHead}>
          <h2>{plural(rules.length, 'rule')}</h2>
          <p>Rules apply in order. The first that answers wins; delays add up.</p>
          {rules.length > 0 && <AddRule onAdd={addRule} />}
        </div>
        {rules.length === 0 && (
          <EmptyState title="No rules" action={<AddRule onAdd={addRule} isFirst />}>
            Without rules, the mock answers from the live state. A rule selects requests and changes what happens to
            them.
          </EmptyState>
        )}
        <SortableList
          label="Rules"
          items={rules}
          keyOf={(_, index) => String(ids[index])}
          nameOf={(rule, index) => `rule ${index + 1}, ${describeRule(rule)}`}
          onMove={(from, to) => void scenarios.rules.move(name, from, to)}
        >
          {(rule, index, handle) => (
            <RuleCard
              scenarios={scenarios}
              scenario={name}
              rule={rule}
              id={ids[index] ?? 0}
              place={index}
              isOpen={openRule === ids[index]}
              handle={handle}
            />
          )}
        </SortableList>
      </div>
      <DryRunPane scenario={scenario} rule={rules[ids.indexOf(openRule ?? -1)] ?? rules[0]} />
    </section>
  );
}

/** True for a field, and for an editor in a shadow root. */
function isField(target: EventTarget): boolean {
  return target instanceof Element && (target.shadowRoot !== null || target.matches('input, textarea, select'));
}

/** The end of the field with the focus, with the place around it. */
function endOfFocus(box: HTMLDivElement): number | null {
  const { activeElement: field } = document;
  if (!field || !box.contains(field)) return null;
  return field.getBoundingClientRect().bottom - box.getBoundingClientRect().top + 12;
}

interface AddRuleProps {
  readonly onAdd: (kind: EffectKind) => void;
  readonly isFirst?: boolean;
}

function AddRule({ onAdd, isFirst = false }: AddRuleProps) {
  return (
    <Menu
      align={isFirst ? 'start' : 'end'}
      trigger={
        <Button icon={Plus} look={isFirst ? 'primary' : 'plain'} className={isFirst ? undefined : styles.end}>
          Add rule
        </Button>
      }
    >
      {(Object.keys(effectWords) as EffectKind[]).map((kind) => (
        <MenuItem key={kind} hint={effectWords[kind].hint} onSelect={() => onAdd(kind)}>
          {effectWords[kind].title}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Whether a scenario is active, or the button that activates it. */
function Activation({ scenarios, name }: { readonly scenarios: Scenarios; readonly name: string }) {
  const isActive = useHost((state) => state.scenario === name);
  return isActive ? (
    <Badge tone="good" icon={Check}>
      Active
    </Badge>
  ) : (
    <Button onClick={() => void scenarios.activate(name)}>Activate</Button>
  );
}

/** Name and actions, which stay while the rules scroll; description and seed. */
function Head({ scenarios, scenario }: ScenarioEditorProps) {
  const { name, description } = scenario;
  const isUnnamed = useStore(scenarios.store, (state) => state.unnamed === name);
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isUnnamed) nameField.current?.select();
  }, [isUnnamed]);
  const change = async (members: Partial<Scenario>) => {
    const refused = await scenarios.change(name, (scenario) => ({ ...scenario, ...members }));
    return refused && refusalOf(refused, '').reason;
  };
  const changeSeed = async (text: string) => {
    const seed = numberOf(text);
    if (text.trim() !== '') return seed.ok ? change({ seed: seed.value }) : seed.problem;
    const refused = await scenarios.change(name, ({ seed: _, ...rest }) => rest);
    return refused && refusalOf(refused, '').reason;
  };
  return (
    <>
      <div className={styles.nameRow}>
        <div className={styles.headFields}>
          {name === defaultScenario.name ? (
            <h2 className={styles.fixedName}>{name}</h2>
          ) : (
            <TypedField
              ref={nameField}
              label="Name"
              className={styles.wide}
              value={name}
              onCommit={(text) => change({ name: text.trim() })}
            />
          )}
        </div>
        <div className={styles.headActions}>
          <Activation scenarios={scenarios} name={name} />
          <ActionButton id="scenarios.duplicate" icon={Copy} />
          <ActionButton id="scenarios.export" icon={Download} />
          <ActionButton id="scenarios.remove" icon={Trash2} />
        </div>
      </div>
      <div className={classNames(styles.headFields, styles.moreFields)}>
        <TypedField
          label="Description"
          className={styles.wide}
          placeholder="What this scenario tests"
          value={description}
          onCommit={(text) => change({ description: text })}
        />
        <TypedField
          label="Seed"
          className={styles.short}
          placeholder="1"
          value={scenario.seed === undefined ? '' : String(scenario.seed)}
          onCommit={changeSeed}
        >
          <span className="hint">Same seed, same random choices</span>
        </TypedField>
      </div>
    </>
  );
}
