import { CircleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../server/domain/json/json.ts';
import { parseJson } from '../../../server/domain/json/json-text.ts';
import type { Rule } from '../../../server/domain/scenario/scenario.ts';
import { TextArea } from '../../ui/field.tsx';
import styles from './rule.module.css';
import type { RuleRefusal } from './scenarios.ts';

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
  const id = useId();
  const saved = JSON.stringify(rule, null, 2);
  const [draft, setDraft] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const giveBack = () => {
    setDraft(null);
    setReason(null);
  };
  const type = (text: string) => {
    setDraft(text);
    const parsed = parseJson(text);
    setReason(parsed.ok ? null : parsed.problem.detail);
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
      <label htmlFor={id}>JSON</label>
      <TextArea
        id={id}
        rows={Math.min(most, Math.max(fewest, text.split('\n').length))}
        value={text}
        aria-invalid={reason !== null}
        aria-describedby={reason === null ? undefined : `${id}-reason`}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void commit();
          if (event.key === 'Escape') giveBack();
        }}
      />
      {reason !== null && (
        <p id={`${id}-reason`} role="alert" className={styles.reason}>
          <CircleAlert aria-hidden />
          <span>{reason} The form stays as it was.</span>
        </p>
      )}
    </div>
  );
}
