import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SavedRequest } from '../../../server/domain/workspace/workspace.ts';
import { useHost } from '../../console/use-console.ts';
import { IconButton } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { itemArrows } from '../../ui/base/item-arrows.ts';
import { MethodTag, StatusTag } from '../../ui/display/tag.tsx';
import { DraftNotice } from '../../ui/drafts/draft-notice.tsx';
import { useDraft } from '../../ui/drafts/use-draft.tsx';
import { Input } from '../../ui/form/field.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import type { Sending } from './model/try-it-state.ts';
import { useTryIt, useTryItState } from './model/use-try-it.ts';
import styles from './sidebar.module.css';

/** The saved requests and the history. */
export function Sidebar() {
  const [tab, setTab] = useState('saved');
  const saved = useHost((state) => state.saved);
  const history = useTryItState((state) => state.history);
  return (
    <aside className={styles.sidebar} aria-label="Saved requests and history">
      <Tabs
        label="Saved requests and history"
        tabs={[
          { id: 'saved', title: 'Saved', note: saved.length },
          { id: 'history', title: 'History', note: history.length },
        ]}
        chosen={tab}
        onChoose={setTab}
      >
        <div className="scroll">
          {tab === 'saved' && <SavedList saved={saved} />}
          {tab === 'history' && <HistoryList history={history} />}
        </div>
      </Tabs>
    </aside>
  );
}

function SavedList({ saved }: { readonly saved: readonly SavedRequest[] }) {
  const open = useTryItState(({ origin }) => origin?.name);
  if (saved.length === 0) {
    return <p className={styles.empty}>No saved requests yet. “Save” stores the current request in the workspace.</p>;
  }
  return (
    <ul className={styles.list} aria-label="Saved requests" {...itemArrows}>
      {saved.map((request) => (
        <SavedItem key={request.name} request={request} isOpen={request.name === open} />
      ))}
    </ul>
  );
}

function SavedItem({ request, isOpen }: { readonly request: SavedRequest; readonly isOpen: boolean }) {
  const tryIt = useTryIt();
  const [renaming, setRenaming] = useState(false);
  const { name, note, method } = request;
  if (renaming) return <Rename name={name} onClose={() => setRenaming(false)} />;
  return (
    <li className={styles.item} data-open={isOpen}>
      <button type="button" className={styles.open} aria-pressed={isOpen} onClick={() => tryIt.openSaved(request)}>
        <span className={styles.title}>
          <MethodTag method={method} />
          <b>{name}</b>
        </span>
        {note !== '' && <span className={styles.note}>{note}</span>}
      </button>
      <span className={styles.tools}>
        <IconButton label={`Rename ${name}`} icon={Pencil} onClick={() => setRenaming(true)} />
        <IconButton label={`Delete ${name}`} icon={Trash2} onClick={() => void tryIt.saved.remove(name)} />
      </span>
    </li>
  );
}

function Rename({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const tryIt = useTryIt();
  const draft = useDraft(`name of request ${name}`, () => name);
  const [reason, setReason] = useState<string | null>(null);
  const close = () => {
    draft.drop();
    onClose();
  };
  const { submit } = useSubmit(async () => {
    const to = draft.value;
    if (to.trim() === '') return close();
    const reply = await tryIt.saved.rename(name, to.trim());
    if (!reply.ok) return setReason(reply.problem.detail);
    draft.saved(to);
    onClose();
  });
  return (
    <li className={styles.rename}>
      <Input
        aria-label={`New name of ${name}`}
        aria-invalid={reason !== null}
        autoFocus
        value={draft.value}
        onChange={({ currentTarget }) => draft.set(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') submit();
          if (key === 'Escape') close();
        }}
      />
      <DraftNotice draft={draft} />
      {reason !== null && <p role="alert">{reason}</p>}
    </li>
  );
}

function HistoryList({ history }: { readonly history: readonly Sending[] }) {
  const tryIt = useTryIt();
  const shown = useTryItState((state) => state.shown?.number);
  if (history.length === 0) return <p className={styles.empty}>Requests you send appear here with their responses.</p>;
  return (
    <ul className={styles.list} aria-label="History" {...itemArrows}>
      {history.map((sending) => (
        <li key={sending.number} className={styles.item} data-open={sending.number === shown}>
          <button
            type="button"
            className={styles.open}
            aria-pressed={sending.number === shown}
            onClick={() => tryIt.recall(sending)}
          >
            <span className={styles.title}>
              <MethodTag method={sending.draft.method} />
              <StatusTag status={sending.sent.response?.status ?? null} />
            </span>
            <span className={classNames('ellipsis', styles.target)}>{sending.draft.target}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
