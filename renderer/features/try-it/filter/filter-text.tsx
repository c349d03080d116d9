import { useRef, useState } from 'react';
import type { Field } from '../../../../server/domain/fields/fields.ts';
import type { KnownFields } from '../../../exchange/catalogue.ts';
import { TextArea } from '../../../ui/form/field.tsx';
import styles from '../editors/editors.module.css';
import { completeFilter } from './filter-completion.ts';

/** Completions shown at a time. */
const offered = 12;

interface FilterTextProps {
  readonly text: string;
  readonly fields: KnownFields;
  readonly onChange: (text: string) => void;
}

/** `filter=` as text with completions. */
export function FilterText({ text, fields: { known, catalogue }, onChange }: FilterTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(text.length);
  const literals = ({ path }: Field) => {
    const found = known.fields.find((one) => JSON.stringify(one.path) === JSON.stringify(path));
    return (found?.values ?? []).map((value) => JSON.stringify(value));
  };
  const place = Math.min(caret, text.length);
  const { from, options } = completeFilter(text, place, catalogue.record, literals);
  const complete = (option: string) => {
    const begin = text.slice(0, from);
    const written = `${/[^\s([]$/.test(begin) ? `${begin} ` : begin}${option} `;
    onChange(written + text.slice(place).trimStart());
    setCaret(written.length);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(written.length, written.length);
    });
  };
  return (
    <>
      <TextArea
        ref={area}
        aria-label="filter= as text"
        rows={3}
        placeholder={'price lt 50 and (category eq "toys" or not (stock gt 0))'}
        value={text}
        onChange={({ currentTarget }) => {
          setCaret(currentTarget.selectionStart);
          onChange(currentTarget.value);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
      />
      <p className={styles.completions}>
        <span>Next</span>
        {options.slice(0, offered).map((option) => (
          <button key={option} type="button" aria-label={`Complete with ${option}`} onClick={() => complete(option)}>
            {option}
          </button>
        ))}
        {options.length > offered && <span>and {options.length - offered} more</span>}
      </p>
    </>
  );
}
