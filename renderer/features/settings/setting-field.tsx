import { useState } from 'react';
import type { CommandInput } from '../../../server/contract/command.ts';
import type { Result } from '../../../server/domain/result.ts';
import { useConsole } from '../../console/use-console.ts';
import { Field } from '../../ui/field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TypedField } from '../../ui/typed-field.tsx';
import styles from './settings.module.css';

export type SettingsPatch = CommandInput<'settings.set'>['settings'];

/** Sends a change of the settings; gives back why it was refused, or null. */
export function useSaveSettings(): (settings: SettingsPatch) => Promise<string | null> {
  const { client } = useConsole();
  return async (settings) => {
    const reply = await client.call('settings.set', { settings });
    return reply.ok ? null : reply.problem.detail;
  };
}

interface TextSettingProps {
  readonly label: string;
  readonly hint?: string;
  /** The value now, as text. */
  readonly value: string;
  /** Reads what was typed as a change of the settings, or says why it cannot be one. */
  readonly read: (text: string) => Result<SettingsPatch, string>;
}

/** A setting that is typed: Enter and leaving the field save, Escape gives back. */
export function TextSetting({ label, hint, value, read }: TextSettingProps) {
  const save = useSaveSettings();
  const commit = async (text: string) => {
    const patch = read(text);
    return patch.ok ? save(patch.value) : patch.problem;
  };
  return <TypedField label={label} hint={hint} value={value} onCommit={commit} className={styles.input} />;
}

interface SwitchSettingProps {
  readonly label: string;
  readonly hint: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => Promise<string | null>;
}

export function SwitchSetting({ label, hint, checked, onChange }: SwitchSettingProps) {
  const [reason, setReason] = useState<string | null>(null);
  return (
    <Field label={label} hint={hint} reason={reason}>
      {() => (
        <span className={styles.switch}>
          <Switch
            label={label}
            checked={checked}
            onChange={(next) => void onChange(next).then((why) => setReason(why))}
          />
        </span>
      )}
    </Field>
  );
}
