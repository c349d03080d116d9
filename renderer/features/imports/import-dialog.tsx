import { FileUp } from 'lucide-react';
import { useStore } from 'zustand';
import type { SuggestedSettings } from '../../../server/contract/schema/import.ts';
import { dialects } from '../../../server/domain/dialect/dialects.ts';
import { useHost } from '../../console/use-console.ts';
import { Button } from '../../ui/base/button.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { formatCounts, plural } from '../../ui/base/format.ts';
import { Failure } from '../../ui/display/empty-state.tsx';
import { Progress } from '../../ui/display/progress.tsx';
import { Refusal } from '../../ui/display/refusal.tsx';
import { Badge } from '../../ui/display/tag.tsx';
import { Dialog, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { ImportChoices } from './import-choices.tsx';
import styles from './import-dialog.module.css';
import { ImportRows } from './import-rows.tsx';
import { chosenIn, type FoundCollection, type ImportOrigin, type Imports, type ShownPreview } from './imports.ts';

/** Previews the effect of a chosen file before it is imported. */
export function ImportDialog({ imports }: { readonly imports: Imports }) {
  const state = useStore(imports.store);
  const share = useHost(({ jobs }) => jobs.find(({ kind }) => kind === 'import')?.share ?? 0);
  if (state.stage === 'none') return null;
  const { file } = state;
  const isRecording = 'session' in file;
  const close = () => imports.close();
  const isShown = state.stage === 'preview' || state.stage === 'choosing';
  const chosen = isShown ? chosenIn(state) : [];
  const records = chosen.reduce((sum, { fresh, changed, removed }) => sum + fresh + changed + removed, 0);
  return (
    <Dialog title={titleOf(file)} wide={isShown} onClose={close}>
      <div className={styles.body}>
        {state.stage === 'reading' && (
          <Progress label={isRecording ? 'Reading the recording' : 'Reading the file'} share={share} />
        )}
        {state.stage === 'adding' && <Progress label="Importing the records" share={share} />}
        {state.stage === 'refused' && (
          <Failure title={isRecording ? 'The recording has no records' : 'This file cannot be imported'}>
            <p>{state.reason}</p>
          </Failure>
        )}
        {isShown && <Found imports={imports} shown={state} />}
      </div>
      <DialogFooter>
        {state.stage === 'refused' && !isRecording && (
          <Button icon={FileUp} onClick={() => imports.choose(state.target)}>
            Choose another file
          </Button>
        )}
        <Button onClick={close}>Cancel</Button>
        {isShown && (
          <Button
            look="primary"
            // Another press of Enter must not import a preview that nobody has seen.
            autoFocus={state.notice === null}
            isBusy={state.stage === 'choosing'}
            why={chosen.length === 0 && 'Choose at least one collection.'}
            onClick={() => void imports.add()}
          >
            {`${isRecording ? 'Keep' : 'Import'} ${plural(records, 'record')}`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function titleOf(file: ImportOrigin): string {
  if (!('session' in file)) return `Import ${file.name}`;
  return file.session === null ? 'Keep the recording' : `Keep the recording of session ${file.session}`;
}

interface FoundProps {
  readonly imports: Imports;
  readonly shown: ShownPreview;
}

function Found({ imports, shown: state }: FoundProps) {
  const { preview, choices, shown, takesSettings, refusal, notice } = state;
  const chosen = chosenIn(state);
  const { collections, notes, settings } = preview;
  const found = collections.find(({ source }) => source === shown);
  return (
    <>
      {notice !== null && <Refusal className={styles.notice}>{notice}</Refusal>}
      {collections.length === 0 && <p>The file contains no records.</p>}
      <ul className={styles.collections} aria-label="Collections">
        {collections.map((one) => (
          <li key={one.source} className={classNames(collections.length > 1 && one === found && styles.shown)}>
            <label className="line">
              <input type="checkbox" checked={chosen.includes(one)} onChange={() => imports.toggle(one.source)} />
              <span className={styles.name}>{one.name}</span>
              {one.state === 'new' && <Badge tone="info">new collection</Badge>}
            </label>
            <Effects found={one} />
            {collections.length > 1 && (
              <Button
                className={styles.show}
                aria-label={`Show the records of ${one.name}`}
                aria-pressed={one === found}
                onClick={() => imports.show(one.source)}
              >
                Show
              </Button>
            )}
          </li>
        ))}
      </ul>
      {found && (
        <>
          <ImportChoices
            key={`choices of ${found.source}`}
            found={found}
            choice={choices.find(({ collection }) => collection === found.source)}
            reason={refusal?.collection === found.source ? refusal.reason : null}
            onDecide={(choice) => void imports.decide({ ...choice, collection: found.source })}
          />
          <ImportRows key={`rows of ${found.source}`} id={preview.id} found={found} imports={imports} />
        </>
      )}
      {settings && (
        <section className={styles.notes} aria-label="Settings">
          <label className="line">
            <input
              type="checkbox"
              checked={takesSettings}
              onChange={({ currentTarget }) => imports.takeSettings(currentTarget.checked)}
            />
            Change the settings of the workspace, so that it responds as this service:
          </label>
          <ul>
            {settingSentences(settings).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      {notes.length > 0 && (
        <section className={styles.notes} aria-label="Notes">
          <h3>Notes</h3>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Explains the suggested settings, a sentence each. */
function settingSentences({ dialect, envelope, pageSize, userService }: SuggestedSettings): readonly string[] {
  const sentences: string[] = [];
  if (dialect !== undefined) sentences.push(`Parameters and lists are those of ${dialects[dialect].title}.`);
  if (envelope === 'array') sentences.push('Lists are bare arrays.');
  else if (envelope === 'object') sentences.push('Lists have the usual envelope: items, total, limit, next and prev.');
  else if (envelope) {
    const named = Object.values(envelope).filter((name) => name !== null);
    const without = Object.entries(envelope).flatMap(([name, own]) => (own === null ? name : []));
    const rest = without.length === 0 ? '' : ` They have no ${without.join(', ')}.`;
    sentences.push(`Lists are objects with ${named.join(', ')}.${rest}`);
  }
  if (pageSize !== undefined)
    sentences.push(`Pages have ${plural(pageSize, 'record')} unless the request says otherwise.`);
  if (userService === false)
    sentences.push('The User Information Service leaves GET /users/{userId} to the collection.');
  return sentences;
}

function Effects({ found }: { readonly found: FoundCollection }) {
  const { fresh, changed, same, removed, refused } = found;
  const effects = formatCounts({ new: fresh, changed, removed, unchanged: same, refused });
  return <span className={styles.count}>{effects || 'no records'}</span>;
}
