import { FileUp, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServerState } from '../../../server/contract/state.ts';
import type { Settings } from '../../../server/domain/workspace.ts';
import { useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/action.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { readNames, readWhole } from './read-setting.ts';
import { type SettingsPatch, SwitchSetting, TextSetting, useSaveSettings } from './setting-field.tsx';
import styles from './settings.module.css';

export type Theme = 'system' | 'light' | 'dark';

interface SettingsViewProps {
  readonly theme: Theme;
  readonly onTheme: (theme: Theme) => void;
}

/** The settings of the workspace, which its file holds, and those of the console itself. */
export function SettingsView({ theme, onTheme }: SettingsViewProps) {
  const { name, file, readOnly, settings } = useHost((state) => state.workspace);
  return (
    <div className={styles.view}>
      <Group title="Server">
        <ServerSettings settings={settings} />
      </Group>
      <Group title="Answers">
        <AnswerSettings settings={settings} />
      </Group>
      <Group title="Access">
        <AccessSettings settings={settings} />
      </Group>
      <Group title="Console">
        <Fact label="Theme">
          <SegmentedControl
            label="Theme"
            options={[
              { value: 'system', title: 'System' },
              { value: 'light', title: 'Light' },
              { value: 'dark', title: 'Dark' },
            ]}
            chosen={theme}
            onChoose={onTheme}
          />
        </Fact>
      </Group>
      <Group title="Workspace">
        <Fact label="Name">{name}</Fact>
        <Fact label="File">{file ?? 'not saved to a file yet'}</Fact>
        {readOnly !== null && <Fact label="Read-only">{readOnly}</Fact>}
        <Fact label="Import">
          <ActionButton id="workspace.import" icon={FileUp}>
            Import a file…
          </ActionButton>
        </Fact>
      </Group>
    </div>
  );
}

function ServerSettings({ settings }: { readonly settings: Settings }) {
  const server = useHost((state) => state.server);
  const runs = server.state === 'listening' || server.state === 'starting';
  return (
    <>
      <Fact label="State">
        <span className={styles.server}>
          {serverSentence(server)}
          {runs ? (
            <ActionButton id="server.stop" icon={Square}>
              Stop
            </ActionButton>
          ) : (
            <ActionButton id="server.start" icon={Play}>
              Start
            </ActionButton>
          )}
        </span>
      </Fact>
      <NumberSetting
        label="Port"
        hint="0 takes any free port. A change moves the server at once."
        value={settings.port}
        range={[0, 65_535]}
        patch={(port) => ({ port })}
      />
      <Fact label="Host">{settings.host}</Fact>
    </>
  );
}

function serverSentence(server: ServerState): string {
  switch (server.state) {
    case 'listening':
      return `Listening at ${server.url}`;
    case 'starting':
      return 'Starting…';
    case 'stopped':
      return 'Stopped';
    case 'failed':
      return server.reason;
  }
}

function AnswerSettings({ settings }: { readonly settings: Settings }) {
  const save = useSaveSettings();
  return (
    <>
      <NumberSetting
        label="Page size"
        hint="Records in a page when the request does not say."
        value={settings.pageSize}
        range={[1, Number.MAX_SAFE_INTEGER]}
        patch={(pageSize) => ({ pageSize })}
      />
      <NumberSetting
        label="Largest page size"
        hint="A request that asks for more gets 400."
        value={settings.maxPageSize}
        range={[1, Number.MAX_SAFE_INTEGER]}
        patch={(maxPageSize) => ({ maxPageSize })}
      />
      <ChoiceField
        label="Unknown filter fields"
        hint="A filter on a field that no record has."
        value={settings.unknownFields}
        options={{ reject: 'Answer 400 and name the field', ignore: 'Ignore the field' }}
        onChoose={(unknownFields) => save({ unknownFields })}
      />
      <SwitchSetting
        label="Require preconditions"
        hint="A write without If-Match or X-Resource-Version gets 428."
        checked={settings.requirePrecondition}
        onChange={(requirePrecondition) => save({ requirePrecondition })}
      />
      <NumberSetting
        label="Largest body"
        hint="Bytes of a request body; a larger one gets 413."
        value={settings.bodyLimit}
        range={[0, Number.MAX_SAFE_INTEGER]}
        patch={(bodyLimit) => ({ bodyLimit })}
      />
    </>
  );
}

function AccessSettings({ settings }: { readonly settings: Settings }) {
  const save = useSaveSettings();
  const { cors } = settings;
  const origins = typeof cors === 'string' ? [] : cors;
  return (
    <>
      <ChoiceField
        label="Web pages (CORS)"
        hint="Which pages in a browser may read answers."
        value={typeof cors === 'string' ? cors : 'origins'}
        options={{
          loopback: 'Pages from this machine',
          '*': 'Every page',
          off: 'No page',
          origins: 'The origins below',
        }}
        onChoose={(choice) => save({ cors: choice === 'origins' ? [...origins] : choice })}
      />
      {typeof cors !== 'string' && (
        <TextSetting
          label="Origins"
          hint="Such as https://app.example:8443, separated by commas."
          value={origins.join(', ')}
          read={(text) => ({ ok: true, value: { cors: [...readNames(text)] } })}
        />
      )}
      <TextSetting
        label="Further host names"
        hint="Names beside the loopback ones that the Host header may carry, separated by commas."
        value={settings.allowedHosts.join(', ')}
        read={(text) => ({ ok: true, value: { allowedHosts: [...readNames(text)] } })}
      />
    </>
  );
}

interface NumberSettingProps {
  readonly label: string;
  readonly hint: string;
  readonly value: number;
  readonly range: readonly [least: number, most: number];
  readonly patch: (value: number) => SettingsPatch;
}

function NumberSetting({ label, hint, value, range, patch }: NumberSettingProps) {
  return (
    <TextSetting
      label={label}
      hint={hint}
      value={String(value)}
      read={(text) => {
        const number = readWhole(text, ...range);
        return number.ok ? { ok: true, value: patch(number.value) } : number;
      }}
    />
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2 className={styles.groupTitle}>{title}</h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** Something that is shown and not set here. */
function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <span className={styles.factLabel}>{label}</span>
      <div>{children}</div>
    </div>
  );
}
