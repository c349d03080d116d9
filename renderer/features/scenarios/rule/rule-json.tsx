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
  readonly onChange: (value: JsonObject) => Promise<RuleRefusal | null>;
}

/** Rows that the text has at the least and at the most; beyond, it scrolls. */
const [fewest, most] = [8, 28];

/**
 * The rule as the file has it. Leaving it and Ctrl+Enter save, Escape gives back; while the text is none that can be
 * saved, the form stays as it was.
 */
export function RuleJson({ rule, onChange }: RuleJsonProps) {
  const saved = JSON.stringify(rule, null, 2);
  const [draft, setDraft] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const giveBack = () => {
    setDraft(null);
    setReason(null);
  };
  const type = (text: string) => {
    setDraft(text);
    setReason(null);
  };
  const commit = async () => {
    if (draft === null || draft === saved) return giveBack();
    const parsed = parseJson(draft);
    if (!parsed.ok) return setReason(parsed.problem.detail);
    if (!isJsonObject(parsed.value)) return setReason('A rule is an object with "when" and "then".');
    const refused = await onChange(parsed.value);
    if (refused === null) giveBack();
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
        reason={reason === null ? null : `${reason} The form stays as it was.`}
        check={jsonFaults}
        onChange={type}
        onBlur={() => void commit()}
        onSave={() => void commit()}
        onLeave={giveBack}
      />
    </div>
  );
}
