import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Problem } from '../../../server/domain/basics/problem.ts';
import { assertNever, type Result } from '../../../server/domain/basics/result.ts';
import { dialects } from '../../../server/domain/dialect/dialects.ts';
import { type DialectName, dialectNames } from '../../../server/domain/model/settings.ts';
import { useHost } from '../../console/use-console.ts';
import { IconButton } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Switch } from '../../ui/form/switch.tsx';
import { TypedField } from '../../ui/form/typed-field.tsx';
import type { Refusal } from '../../ui/form/use-typed.ts';
import { CorsField } from './cors-field.tsx';
import { EnvelopeField } from './envelope-field.tsx';
import type { RowProps } from './parts.tsx';
import { portInUse } from './port-in-use.ts';
import { readNames, readSize, readWhole, writeSize } from './read-setting.ts';
import styles from './settings.module.css';
import type { SettingsEdit, SettingsEdits } from './settings-edits.ts';
import { largestSize, type SettingEntry } from './settings-form.ts';
import { fixTitle, readFix } from './suggested-fix.ts';

/** Saves settings; returns the refusal, or null. */
async function saveSettings(edits: SettingsEdits, edit: SettingsEdit): Promise<Refusal | null> {
  const reply = await edits.save(edit);
  return reply.ok ? null : refusalOf(edits, reply.problem);
}

function refusalOf(edits: SettingsEdits, { detail, reason, suggestedFix }: Problem): Refusal {
  const fix = readFix(suggestedFix);
  return {
    reason: typeof reason === 'string' ? `It ${reason}.` : detail,
    fix: fix ? { title: fixTitle(fix), run: () => void edits.press(() => fix) } : undefined,
  };
}

interface SettingRowProps {
  readonly entry: SettingEntry;
  readonly edits: SettingsEdits;
}

/** A setting with its control and, unless it has its default, a reset button. */
export function SettingRow({ entry: { name, label, hint, control }, edits }: SettingRowProps) {
  const settings = useHost(({ workspace }) => workspace.settings);
  const save = (edit: SettingsEdit) => saveSettings(edits, edit);
  const server = useHost((state) => state.server);
  const inUse = portInUse(name, settings, server, window.location);
  const reset = (
    <>
      {control.reset(settings) && (
        <IconButton
          label={`Reset ${label} to its default`}
          icon={RotateCcw}
          onClick={() => void edits.press(control.reset)}
        />
      )}
      {inUse !== null && <span className={styles.inUse}>in use: {inUse}</span>}
    </>
  );
  const row = { label, hint, reset };
  switch (control.kind) {
    case 'number': {
      const read = (text: string) => readWhole(text, control.least, control.most);
      const send = (value: number) => save((now) => control.set(value, now));
      return <TextSetting {...row} value={String(control.get(settings))} read={read} send={send} />;
    }
    case 'size': {
      const read = (text: string) => readSize(text, largestSize);
      const send = (value: number) => save((now) => control.set(value, now));
      return <TextSetting {...row} value={writeSize(control.get(settings))} read={read} send={send} />;
    }
    case 'text': {
      const read = (text: string): Result<string, string> => ({ ok: true, value: text.trim() });
      const send = (value: string) => save((now) => control.set(value, now));
      return <TextSetting {...row} value={control.get(settings)} read={read} send={send} />;
    }
    case 'names': {
      const read = (text: string): Result<readonly string[], string> => ({ ok: true, value: readNames(text) });
      const send = (value: readonly string[]) => save((now) => control.set(value, now));
      return <TextSetting {...row} value={control.get(settings).join(', ')} read={read} send={send} />;
    }
    case 'switch':
      return (
        <SwitchSetting
          {...row}
          checked={control.get(settings)}
          onToggle={() => save((now) => control.set(!control.get(now), now))}
        />
      );
    case 'unknown-fields':
      return (
        <ChoiceField
          label={label}
          hint={hint}
          value={control.get(settings)}
          options={{ reject: 'Respond with 400 and name the field', ignore: 'Ignore the field' }}
          onChoose={async (value) => (await save((now) => control.set(value, now)))?.reason ?? null}
        >
          {reset}
        </ChoiceField>
      );
    case 'dialect':
      return (
        <ChoiceField
          label={label}
          hint={hint}
          value={control.get(settings)}
          options={dialectTitles}
          onChoose={async (value) => (await save((now) => control.set(value, now)))?.reason ?? null}
        >
          {reset}
        </ChoiceField>
      );
    case 'cors':
      return (
        <CorsField {...row} cors={control.get(settings)} onChange={(cors) => save((now) => control.set(cors, now))} />
      );
    case 'envelope':
      return (
        <EnvelopeField
          {...row}
          envelope={control.get(settings)}
          onChange={(edit) => save((now) => control.set(edit(control.get(now)), now))}
        />
      );
    default:
      return assertNever(control);
  }
}

const dialectTitles = Object.fromEntries(dialectNames.map((name) => [name, dialects[name].title])) as Readonly<
  Record<DialectName, string>
>;

interface TextSettingProps<Value> extends RowProps {
  /** The current value as text. */
  readonly value: string;
  readonly read: (text: string) => Result<Value, string>;
  readonly send: (value: Value) => Promise<Refusal | null>;
}

function TextSetting<Value>({ label, hint, reset, value, read, send }: TextSettingProps<Value>) {
  const commit = async (text: string) => {
    const given = read(text);
    return given.ok ? send(given.value) : given.problem;
  };
  return (
    <TypedField label={label} hint={hint} value={value} onCommit={commit} className={styles.input}>
      {reset}
    </TypedField>
  );
}

interface SwitchSettingProps extends RowProps {
  readonly checked: boolean;
  /** Sets the opposite of what the toggles before have left. */
  readonly onToggle: () => Promise<Refusal | null>;
}

function SwitchSetting({ label, hint, reset, checked, onToggle }: SwitchSettingProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  return (
    <Field label={label} hint={hint} reason={refusal?.reason ?? null}>
      {({ id }) => (
        <span className={classNames('line', styles.inLine)}>
          <Switch id={id} label={label} checked={checked} onChange={() => void onToggle().then(setRefusal)} />
          {reset}
        </span>
      )}
    </Field>
  );
}
