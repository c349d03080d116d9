import { FileUp } from 'lucide-react';
import { useStore } from 'zustand';
import type { ImportedScenarios } from '../../../server/contract/schema/import.ts';
import { Button } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { asSentence, plural } from '../../ui/base/format.ts';
import { Failure } from '../../ui/display/empty-state.tsx';
import { Badge, type Tone } from '../../ui/display/tag.tsx';
import { Dialog, DialogFooter } from '../../ui/overlay/dialog.tsx';
import styles from './import.module.css';
import { differentOnes, type ScenarioImports } from './model/scenario-imports.ts';

/** Previews the scenarios of a chosen file before they are imported. */
export function ScenarioImportDialog({ imports }: { readonly imports: ScenarioImports }) {
  const state = useStore(imports.store);
  if (state.stage === 'none') return null;
  const usable = state.stage === 'preview' ? differentOnes(state.found).length : 0;
  return (
    <Dialog title={`Import ${state.file}`} onClose={() => imports.close()}>
      <div className={styles.importBody}>
        {state.stage === 'refused' ? (
          <Failure title="This file cannot be imported">
            <p>{state.reason}</p>
          </Failure>
        ) : (
          <Found found={state.found} />
        )}
      </div>
      <DialogFooter>
        {usable === 0 && (
          <Button icon={FileUp} onClick={() => imports.choose()}>
            Choose another file
          </Button>
        )}
        <Button onClick={() => imports.close()}>Cancel</Button>
        {state.stage === 'preview' && (
          <Button
            look="primary"
            data-autofocus
            why={usable === 0 && 'The file has no scenario that can be added.'}
            onClick={() => void imports.add()}
          >
            {`Import ${plural(usable, 'scenario')}`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

const states: Readonly<Record<ImportedScenarios['scenarios'][number]['state'], readonly [Tone, string]>> = {
  new: ['good', 'new'],
  replaces: ['changed', 'replaces the scenario of that name'],
  same: ['neutral', 'unchanged'],
};

function Found({ found: { scenarios, refused } }: { readonly found: ImportedScenarios }) {
  return (
    <>
      <ul className={styles.found} aria-label="Scenarios in the file">
        {scenarios.map(({ name, rules, state }) => (
          <li key={name}>
            <span className={classNames('ellipsis', styles.name)}>{name}</span>
            <span className="hint">{plural(rules, 'rule')}</span>
            <Badge tone={states[state][0]}>{states[state][1]}</Badge>
          </li>
        ))}
      </ul>
      {refused.length > 0 && (
        <section className={styles.refused} aria-label="Refused scenarios">
          <h3>Refused scenarios</h3>
          {refused.map(({ name, reasons }) => (
            <div key={reasons.join()}>
              <p className={classNames('ellipsis', styles.name)}>{name ?? 'A scenario without a name'}</p>
              <ul>
                {reasons.map((reason) => (
                  <li key={reason}>{asSentence(reason)}</li>
                ))}
              </ul>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
