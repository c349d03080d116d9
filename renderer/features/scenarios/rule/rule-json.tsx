import { useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../../server/domain/json/json.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import type { Rule } from '../../../../server/domain/scenario/scenario.ts';
import { jsonFaults } from '../../../exchange/json-faults.ts';
import { JsonEditor } from '../../../ui/json/json-editor.tsx';
import type { RuleRefusal } from '../model/rule-refusal.ts';
import styles from './rule.module.css';

interface RuleJsonProps {
  readonly rule: Rule;
  /** Saves the text of a rule that was `begun` when typing began. */
  readonly onChange: (begun: Rule, value: JsonObject) => Promise<RuleRefusal | null>;
}

/** Least and greatest number of visible rows. */
const [fewest, most] = [8, 28];

/** The rule as in the workspace file. Blur and Ctrl+Enter save, Escape reverts; invalid text leaves the rule unchanged. */
export function RuleJson({ rule, onChange }: RuleJsonProps) {
  const saved = JSON.stringify(rule, null, 2);
  const [draft, setDraft] = useState<string | null>(null);
  /** The rule when typing began. */
  const [begun, setBegun] = useState(rule);
  const [reason, setReason] = useState<string | null>(null);
  const revert = () => {
    setDraft(null);
    setReason(null);
  };
  const type = (text: string) => {
    if (draft === null) setBegun(rule);
    setDraft(text);
    setReason(null);
  };
  const commit = async () => {
    if (draft === null || draft === saved) return revert();
    const parsed = parseJson(draft);
    if (!parsed.ok) return setReason(parsed.problem.detail);
    if (!isJsonObject(parsed.value)) return setReason('A rule must be an object with "when" and "then".');
    const refused = await onChange(begun, parsed.value);
    if (refused === null) revert();
    else setReason(refused.pointer === '' ? refused.reason : `At ${refused.pointer}: ${refused.reason}`);
  };
  const text = draft ?? saved;
  return (
    <div className={styles.json}>
      <p className={styles.jsonTitle}>JSON</p>
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
