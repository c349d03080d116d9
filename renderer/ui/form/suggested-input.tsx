import { type ComponentProps, useId } from 'react';
import { Input } from './field.tsx';

interface SuggestedInputProps extends Omit<ComponentProps<typeof Input>, 'list' | 'onChange'> {
  readonly suggestions: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A field for any text, which suggests known ones. */
export function SuggestedInput({ suggestions, onChange, ...rest }: SuggestedInputProps) {
  const list = useId();
  return (
    <>
      <Input {...rest} list={list} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      <Suggestions id={list} texts={suggestions} />
    </>
  );
}

/** The known texts of the field that names this list. */
export function Suggestions({ id, texts }: { readonly id: string; readonly texts: readonly string[] }) {
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}
