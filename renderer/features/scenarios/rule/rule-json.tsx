import { useRef, useState } from 'react';
import { isJsonObject, type JsonObject } from '../../../../server/domain/json/json.ts';
import { parseJson } from '../../../../server/domain/json/json-text.ts';
import type { Rule } from '../../../../server/domain/scenario/scenario.ts';
import { jsonFaults } from '../../../exchange/json-faults.ts';
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx';
import { useDraft } from '../../../ui/drafts/use-draft.tsx';
import { JsonEditor } from '../../../ui/json/json-editor.tsx';
import { asJson } from '../model/rule-edit.ts';
import type { RuleRefusal } from '../model/rule-refusal.ts';
import styles from './rule.module.css';

interface RuleJsonProps {
  readonly rule: Rule;
  /** Saves the text of a rule that was `begun` when typing began. */
  readonly onChange: (begun: JsonObject, value: JsonObject) => Promise<RuleRefusal | null>;
}

/** Unsaved text, and the rule when typing began. */
interface Typed {
  readonly text: string;
  readonly begun: JsonObject;
}

/** A text that is being saved, the rule that it says, and whether the host has taken it in the end. */
interface Saving {
  readonly text: string;
  readonly value: JsonObject;
  readonly isSaved: Promise<boolean>;
}

/** Least and greatest number of visible rows. */
const [fewest, most] = [8, 28];

/** The rule as in the workspace file. Blur and Ctrl+Enter save, Escape reverts; invalid text leaves the rule unchanged. */
export function RuleJson({ rule, onChange }: RuleJsonProps) {
  const saved = JSON.stringify(rule, null, 2);
  const draft = useDraft<Typed | null>('JSON', () => null);
  const [reason, setReason] = useState<string | null>(null);
  const saving = useRef<Saving | null>(null);
  const revert = () => {
    draft.discard();
    setReason(null);
  };
  const type = (text: string) => {
    draft.set({ text, begun: draft.value?.begun ?? asJson(rule) });
    setReason(null);
  };
  const save = async (typed: Typed, value: JsonObject, before: Saving | null) => {
    // Text that was typed while another one is being saved began from that one.
    const begun = before && (await before.isSaved) ? before.value : typed.begun;
    const refused = await onChange(begun, value);
    if (refused !== null) {
      setReason(refused.pointer === '' ? refused.reason : `At ${refused.pointer}: ${refused.reason}`);
      return false;
    }
    setReason(null);
    draft.saved({ ...typed, begun }, (later) => later && { ...later, begun: value });
    return true;
  };
  const commit = async () => {
    const typed = draft.value;
    const before = saving.current;
    if (typed === null || (typed.text === saved && before === null)) return revert();
    if (typed.text === before?.text) return;
    const parsed = parseJson(typed.text);
    if (!parsed.ok) return setReason(parsed.problem.detail);
    if (!isJsonObject(parsed.value)) return setReason('A rule must be an object with "when" and "then".');
    const now = { text: typed.text, value: parsed.value, isSaved: save(typed, parsed.value, before) };
    saving.current = now;
    await now.isSaved;
    if (saving.current === now) saving.current = null;
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
