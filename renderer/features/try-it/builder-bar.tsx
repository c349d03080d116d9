import { BookmarkPlus, Copy, PanelLeft, Send } from 'lucide-react';
import { useState } from 'react';
import type { JsonObject } from '../../../server/domain/json/json.ts';
import { mockAddress } from '../../console/mock-address.ts';
import { useHost } from '../../console/use-console.ts';
import { headerOf } from '../../exchange/headers.ts';
import { type SnippetKind, snippet, snippetKinds, snippetNames } from '../../exchange/snippets.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { useCopy } from '../../ui/base/copy.tsx';
import { Input, Labelled, Select } from '../../ui/form/field.tsx';
import { SuggestedInput } from '../../ui/form/suggested-input.tsx';
import { Menu, MenuItem } from '../../ui/overlay/menu.tsx';
import { addressText, type Draft, pathOf, sendableTarget, sessionOf, withHeader } from './model/draft.ts';
import { listedMethods, refusalOf } from './model/methods.ts';
import { useDraft, useSubject, useTryIt, useTryItState } from './model/use-try-it.ts';
import { SaveDialog } from './save-dialog.tsx';
import { SubjectPicker } from './subject-picker.tsx';
import styles from './try-it.module.css';

interface BuilderBarProps {
  readonly sidebar: boolean;
  readonly onSidebar: () => void;
}

/** Method, address and Send; below them the pickers for record, scenario and session. */
export function BuilderBar({ sidebar, onSidebar }: BuilderBarProps) {
  return (
    <header className={styles.bar}>
      <div className={styles.line}>
        <IconButton label="Saved requests and history" icon={PanelLeft} pressed={sidebar} onClick={onSidebar} />
        <MethodPicker />
        <AddressField />
        <ActionButton id="try.send" icon={Send} look="primary">
          Send
        </ActionButton>
      </div>
      <div className={styles.line}>
        <SubjectPicker />
        <ScenarioPicker />
        <SessionPicker />
        <span className={styles.actions}>
          <CopyAs />
          <SaveButton />
        </span>
      </div>
      {/* Last, so that no field moves under the pointer. */}
      <RefusedMethod />
    </header>
  );
}

function MethodPicker() {
  const tryIt = useTryIt();
  const draft = useDraft();
  const record = useTryItState(({ records }) => records[tryIt.placeOf(draft)]);
  const { supported, refused } = listedMethods(useSubject(), draft.method);
  return (
    <Select
      aria-label="Method"
      className={styles.method}
      value={draft.method}
      onChange={({ currentTarget }) => tryIt.edit(withMethod(draft, currentTarget.value, record))}
    >
      {supported.map((name) => (
        <option key={name}>{name}</option>
      ))}
      {refused.length > 0 && (
        <optgroup label="Not supported here (405)">
          {refused.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      )}
    </Select>
  );
}

/** Says that the path does not support the method, and offers the one that does. */
function RefusedMethod() {
  const tryIt = useTryIt();
  const { method } = useDraft();
  const refusal = refusalOf(useSubject(), method);
  const collections = useHost((state) => state.collections);
  if (!refusal) return null;
  const { reason, instead } = refusal;
  const name = instead && 'collection' in instead ? instead.collection : null;
  const collection = collections.find((one) => one.name === name);
  const target = instead && collection ? pathOf(instead, collection.paths) : null;
  return (
    <p className={styles.refused} role="status">
      {reason}
      {target !== null && (
        <Button look="bare" onClick={() => tryIt.edit({ target })}>
          Use {target}
        </Button>
      )}
    </p>
  );
}

/** Replaces the body with one that suits the method: none, an empty patch, or the record as last read. */
function withMethod({ headers }: Draft, method: string, record: JsonObject | undefined): Partial<Draft> {
  if (method === 'PATCH')
    return { method, headers: withHeader(headers, 'Content-Type', 'application/merge-patch+json'), body: '{}' };
  if (method !== 'POST' && method !== 'PUT')
    return { method, headers: withHeader(headers, 'Content-Type', undefined), body: null };
  const body = method === 'PUT' && record ? JSON.stringify(record, null, 2) : '{}';
  return { method, headers: withHeader(headers, 'Content-Type', 'application/json'), body };
}

function AddressField() {
  const tryIt = useTryIt();
  const { target } = useDraft();
  const server = useHost((state) => state.server);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <span className={styles.address}>
      <span className={styles.origin} aria-hidden>
        {server.state === 'listening' ? server.url : 'http://…'}
      </span>
      <Input
        aria-label="Address"
        className={styles.target}
        value={addressText(typed, target)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          tryIt.edit({ target: sendableTarget(currentTarget.value) });
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void tryIt.send();
        }}
      />
    </span>
  );
}

const scenarioHeader = 'X-Mock-Scenario';

/** Chooses a scenario for this request by a header. */
function ScenarioPicker() {
  const tryIt = useTryIt();
  const { headers } = useDraft();
  const scenarios = useHost((state) => state.scenarios);
  const active = useHost((state) => state.scenario);
  const sent = headerOf(headers, scenarioHeader);
  const encoded = scenarios.map(({ name }) => ({
    name,
    value: /^[\x20-\x7e]*$/.test(name) ? name : encodeURIComponent(name),
  }));
  return (
    <Labelled label="Scenario" className={styles.pick}>
      {(id) => (
        <Select
          id={id}
          className={styles.medium}
          value={sent ?? ''}
          onChange={({ currentTarget: { value } }) =>
            tryIt.edit({ headers: withHeader(headers, scenarioHeader, value === '' ? undefined : value) })
          }
        >
          <option value="">{active} (active)</option>
          {sent !== undefined && !encoded.some(({ value }) => value === sent) && <option>{sent}</option>}
          {encoded.map(({ name, value }) => (
            <option key={name} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Labelled>
  );
}

/** Chooses a session for this request by a header; the first request of a session creates it. */
function SessionPicker() {
  const tryIt = useTryIt();
  const draft = useDraft();
  const sessions = useHost((state) => state.sessions);
  return (
    <Labelled label="Session" className={styles.pick}>
      {(id) => (
        <SuggestedInput
          id={id}
          className={styles.short}
          suggestions={sessions.map(({ name }) => name)}
          placeholder="shared"
          value={sessionOf(draft) ?? ''}
          onChange={(value) =>
            tryIt.edit({ headers: withHeader(draft.headers, 'X-Mock-Session', value === '' ? undefined : value) })
          }
        />
      )}
    </Labelled>
  );
}

function CopyAs() {
  const tryIt = useTryIt();
  const server = useHost((state) => state.server);
  const [copied, copy] = useCopy();
  const origin = mockAddress(server);
  const copySnippet = (kind: SnippetKind) => {
    const { draft, shown } = tryIt.state;
    copy(snippet(kind, draft, origin, shown?.sent.response?.status ?? null));
  };
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={Copy} look="bare">
          {copied ? 'Copied' : 'Copy as'}
        </Button>
      }
    >
      {snippetKinds.map((kind) => (
        <MenuItem key={kind} onSelect={() => copySnippet(kind)}>
          {snippetNames[kind]}
        </MenuItem>
      ))}
    </Menu>
  );
}

function SaveButton() {
  const [opening, setOpening] = useState<object | null>(null);
  const origin = useTryItState((state) => state.origin);
  const open = () => setOpening({});
  // The dialog also closes when its request is saved, which may be after it was left and opened again.
  const close = () => setOpening((now) => (now === opening ? null : now));
  return (
    <>
      <Button icon={BookmarkPlus} look="bare" onClick={open}>
        Save
      </Button>
      {opening && <SaveDialog origin={origin} onClose={close} onReopen={open} />}
    </>
  );
}
