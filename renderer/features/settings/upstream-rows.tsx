import { ListPlus, Scale, Trash2 } from 'lucide-react';
import type { UpstreamMode } from '../../../server/contract/schema/state.ts';
import { useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { plural } from '../../ui/base/format.ts';
import { ChoiceField } from '../../ui/form/choice-field.tsx';
import { TypedField } from '../../ui/form/typed-field.tsx';
import { Fact, Found } from './parts.tsx';
import styles from './settings.module.css';
import type { SettingsEdits } from './settings-edits.ts';

const modes: Readonly<Record<UpstreamMode, string>> = {
  off: 'Nothing: only the mock responds',
  missing: 'What the mock does not have',
  all: 'Everything',
};

/** The real service behind the mock, for this run of the program, and its recording. */
export function UpstreamRows({ edits }: { readonly edits: SettingsEdits }) {
  const { url, mode, recorded, lost, fault } = useHost((state) => state.upstream);
  const setUrl = async (text: string) => {
    const reply = await edits.setUpstream({ url: text.trim() === '' ? null : text.trim() });
    if (reply.ok) return null;
    const { reason, detail } = reply.problem;
    return typeof reason === 'string' ? `It ${reason}.` : detail;
  };
  const setMode = async (next: UpstreamMode) => {
    const reply = await edits.setUpstream({ mode: next });
    return reply.ok ? null : reply.problem.detail;
  };
  return (
    <>
      <Found texts={['Upstream URL', 'real service proxy backend record']}>
        <TypedField
          label="Upstream URL"
          hint="The real service behind the mock, until the program ends. No file keeps it."
          placeholder="https://api.example.com"
          value={url ?? ''}
          onCommit={setUrl}
          className={styles.input}
        />
      </Found>
      <Found texts={['Fetch and record', 'responses upstream mode proxy record missing all']}>
        <ChoiceField
          label="Fetch and record"
          hint="Credentials of clients are passed on to the upstream alone. Secrets are masked before anything is recorded."
          value={mode}
          options={modes}
          onChoose={setMode}
        />
      </Found>
      <Fact label="Recording" words="upstream recorded exchanges review clear compare drift">
        <span className={classNames('line', styles.inLine)}>
          {recorded === 0 ? 'Nothing is recorded.' : `${plural(recorded, 'exchange')} recorded.`}
          {lost > 0 && ` ${plural(lost, 'more exchange')} did not fit.`}
          <ActionButton id="upstream.review" icon={ListPlus}>
            Review
          </ActionButton>
          <ActionButton id="upstream.clear" icon={Trash2}>
            Clear
          </ActionButton>
          <ActionButton id="drift.open" icon={Scale}>
            Compare
          </ActionButton>
        </span>
        {fault !== null && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </Fact>
    </>
  );
}
