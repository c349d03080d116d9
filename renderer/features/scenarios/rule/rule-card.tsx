import { ChevronDown, ChevronRight, Copy, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeEffect } from '../../../../server/domain/scenario/rule-effect.ts';
import type { Rule } from '../../../../server/domain/scenario/scenario.ts';
import { IconButton } from '../../../ui/base/button.tsx';
import { DraftGroup } from '../../../ui/drafts/use-draft.tsx';
import { type FormEdit, formOf, type RuleForm, type ThenForm, type WhenForm } from '../model/rule-form.ts';
import { ruleOf } from '../model/rule-of-form.ts';
import { describeCondition, effectWords, isUnrestricted } from '../model/rule-words.ts';
import type { Scenarios } from '../model/scenarios.ts';
import styles from './rule.module.css';
import { RuleJson } from './rule-json.tsx';
import { ScopeNote } from './scope-note.tsx';
import { ThenFields } from './then-fields.tsx';
import { WhenFields } from './when-fields.tsx';

interface RuleCardProps {
  readonly scenarios: Scenarios;
  readonly scenario: string;
  readonly rule: Rule;
  readonly id: number;
  readonly place: number;
  readonly isOpen: boolean;
  readonly handle: ReactNode;
}

/** A rule in one line; open, its form beside its JSON. */
export function RuleCard({ scenarios, scenario, rule, id, place, isOpen, handle }: RuleCardProps) {
  const number = place + 1;
  const form = formOf(rule);
  /** Saves a change of the form; returns the reason if it is refused. */
  const change = (edit: (now: RuleForm) => RuleForm) =>
    scenarios.rules.edit(scenario, id, (now) => ruleOf(edit(formOf(now))));
  const changeWhen = (edit: FormEdit<WhenForm>) =>
    change((now) => ({ ...now, when: { ...now.when, ...edit(now.when) } }));
  const changeThen = (edit: FormEdit<ThenForm>) =>
    change((now) => ({ ...now, then: { ...now.then, ...edit(now.then) } }));
  return (
    <section className={styles.card} aria-label={`Rule ${number}`}>
      <div className={styles.summary}>
        {handle}
        <button
          type="button"
          data-part="summary"
          className={styles.disclose}
          aria-expanded={isOpen}
          onClick={() => scenarios.rules.open(isOpen ? null : id)}
          onKeyDown={(event) => {
            if (event.key === 'Delete') void scenarios.rules.remove(scenario, id);
          }}
        >
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
          <span className={styles.number}>{number}</span>
          <span className={styles.kind}>{effectWords[rule.then.kind].title}</span>
          <span className={styles.phrase}>
            <span className={styles.condition}>{describeCondition(rule.when)}</span>
            <span className={styles.effect}>{describeEffect(rule.then)}</span>
          </span>
        </button>
        <IconButton
          label={`Duplicate rule ${number}`}
          icon={Copy}
          once
          onClick={() => void scenarios.rules.duplicate(scenario, id)}
        />
        <IconButton
          label={`Delete rule ${number}`}
          icon={Trash2}
          once
          onClick={() => void scenarios.rules.remove(scenario, id)}
        />
      </div>
      {isOpen && (
        <DraftGroup name={`rule ${id}`}>
          <div className={styles.body}>
            <div className={styles.form}>
              <DraftGroup name="when">
                <WhenFields form={form.when} onChange={changeWhen}>
                  {isUnrestricted(rule) && (
                    <ScopeNote
                      scenario={scenario}
                      when={rule.when}
                      onRestrict={(when) => void changeWhen(() => when)}
                    />
                  )}
                </WhenFields>
              </DraftGroup>
              <DraftGroup name="then">
                <ThenFields form={form.then} onChange={changeThen} />
              </DraftGroup>
            </div>
            <RuleJson rule={rule} onChange={(begun, value) => scenarios.rules.replace(scenario, id, begun, value)} />
          </div>
        </DraftGroup>
      )}
    </section>
  );
}
