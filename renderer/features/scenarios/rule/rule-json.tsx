import { useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../../server/domain/json/json.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import type { Rule } from '../../../../server/domain/scenario/scenario.ts';
import { jsonFaults } from '../../../exchange/json-faults.ts';
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx';
import { useDraft } from '../../../ui/drafts/use-draft.tsx';
import { JsonEditor } from '../../../ui/json/json-editor.tsx';
import type { RuleRefusal } from '../model/rule-refusal.ts';
import styles from './rule.module.css';

interface RuleJsonProps {
  readonly rule: Rule;
  /** Saves the text of a rule that was `begun` when typing began. */
  readonly onChange: (begun: Rule, value: JsonObject) => Promise<RuleRefusal | null>;
}

/** Unsaved text, and the rule when typing began. */
interface Typed {
  readonly text: string;
  readonly begun: Rule;
}

/** Least and greatest number of visible rows. */
const [fewest, most] = [8, 28];

/** The rule as in the workspace file. Blur and Ctrl+Enter save, Escape reverts; invalid text leaves the rule unchanged. */
export function RuleJson({ rule, onChange }: RuleJsonProps) {
  const saved = JSON.stringify(rule, null, 2);
  const draft = useDraft<Typed | null>('JSON', () => null);
  const [reason, setReason] = useState<string | null>(null);
  const revert = () => {
    draft.discard();
    setReason(null);
  };
  const type = (text: string) => {
    draft.set({ text, begun: draft.value?.begun ?? rule });
    setReason(null);
  };
  const commit = async () => {
    const typed = draft.value;
    if (typed === null || typed.text === saved) return revert();
    const parsed = parseJson(typed.text);
    if (!parsed.ok) return setReason(parsed.problem.detail);
    if (!isJsonObject(parsed.value)) return setReason('A rule must be an object with "when" and "then".');
    const refused = await onChange(typed.begun, parsed.value);
    if (refused === null) revert();
    else setReason(refused.pointer === '' ? refused.reason : `At ${refused.pointer}: ${refused.reason}`);
  };
  const text = draft.value?.text ?? saved;
  return (
    <div className={styles.json}>
      <p className={styles.jsonTitle}>JSON</p>
      <DraftNotice draft={draft} />
      <JsonEditor
        label="JSON of the rule"
        lines={Math.min(most, Math.max(fewest, text.split('\n').length))}
        value={text}
        reason={reason === null ? null : `${reason} The rule is unchanged.`}
        check={jsonFaults}
        onChange={type}
        onBlur={() => void commit()}
        onSave={() => void commit()}
        onLeave={revert}
      />
    </div>
  );
}
