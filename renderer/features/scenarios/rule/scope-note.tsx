import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { RuleCondition } from '../../../../server/domain/scenario/scenario.ts';
import { useConsole, useHost } from '../../../console/use-console.ts';
import { usePathSuggestions } from '../../../exchange/path-patterns.tsx';
import { Button } from '../../../ui/base/button.tsx';
import type { WhenForm } from '../model/rule-form.ts';
import { describeCondition } from '../model/rule-words.ts';
import styles from './rule.module.css';

interface ScopeNoteProps {
  readonly scenario: string;
  readonly when: RuleCondition;
  readonly onRestrict: (when: Pick<WhenForm, 'method' | 'path'>) => void;
}

/**
 * Says that a rule applies whatever the path is, and offers to restrict it: to requests like the latest one when the note
 * appeared, as a button must not change under the pointer. It stands beside the title, so that nothing moves when it goes.
 */
export function ScopeNote({ scenario, when, onRestrict }: ScopeNoteProps) {
  const { log } = useConsole().mirror;
  const [latest] = useState(() => log.latest);
  const [pattern] = usePathSuggestions();
  const isActive = useHost((state) => state.scenario === scenario);
  const [path = ''] = latest?.path.split('?', 1) ?? [pattern];
  const only = { method: latest?.method ?? '', path };
  const Icon = isActive ? TriangleAlert : Info;
  return (
    <div role="note" className={styles.scope} data-active={isActive}>
      <Icon aria-hidden />
      <span className={styles.lead}>{isActive ? 'Now applies to' : 'Applies to'}</span>
      <b>{describeCondition(when)}</b>
      {path !== '' && (
        <Button
          tip={latest && 'Like the latest request'}
          onClick={({ currentTarget }) => {
            onRestrict(only);
            // The button goes with the note.
            currentTarget.closest('fieldset')?.querySelector('input')?.focus();
          }}
        >
          <span className="ellipsis">Only {`${only.method} ${path}`.trim()}</span>
        </Button>
      )}
    </div>
  );
}
