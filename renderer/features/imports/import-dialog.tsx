import { FileUp } from 'lucide-react';
import { useStore } from 'zustand';
import type { ImportPreview } from '../../../server/contract/schema/output.ts';
import { useHost } from '../../console/use-console.ts';
import { Button } from '../../ui/base/button.tsx';
import { formatCount, formatCounts, plural } from '../../ui/base/format.ts';
import { Failure } from '../../ui/display/empty-state.tsx';
import { Progress } from '../../ui/display/progress.tsx';
import { Badge } from '../../ui/display/tag.tsx';
import { Labelled, Select } from '../../ui/form/field.tsx';
import { Dialog, DialogFooter } from '../../ui/overlay/dialog.tsx';
import styles from './import-dialog.module.css';
import type { ChosenFile, Imports } from './imports.ts';

type FoundCollection = ImportPreview['collections'][number];

/** Previews the effect of a chosen file before it is imported. */
export function ImportDialog({ imports }: { readonly imports: Imports }) {
  const state = useStore(imports.store);
  const share = useHost(({ jobs }) => jobs.find(({ kind }) => kind === 'import')?.share ?? 0);
  if (state.stage === 'none') return null;
  const { file } = state;
  const close = () => imports.close();
  const chosen = state.stage === 'preview' ? state.preview.collections.filter(isIn(state.chosen)) : [];
  const records = chosen.reduce((sum, { fresh, changed }) => sum + fresh + changed, 0);
  return (
    <Dialog title={`Import ${file.name}`} onClose={close}>
      <div className={styles.body}>
        {state.stage === 'reading' && <Progress label="Reading the file" share={share} />}
        {state.stage === 'adding' && <Progress label="Importing the records" share={share} />}
        {state.stage === 'refused' && (
          <Failure title="This file cannot be imported">
            <p>{state.reason}</p>
          </Failure>
        )}
        {state.stage === 'preview' && (
          <Found imports={imports} file={file} preview={state.preview} chosen={state.chosen} />
        )}
      </div>
      <DialogFooter>
        {state.stage === 'refused' && (
          <Button icon={FileUp} onClick={() => imports.choose()}>
            Choose another file
          </Button>
        )}
        <Button onClick={close}>Cancel</Button>
        {state.stage === 'preview' && (
          <Button look="primary" autoFocus disabled={chosen.length === 0} onClick={() => void imports.add()}>
            {`Import ${plural(records, 'record')}`}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

function isIn(chosen: readonly string[]) {
  return ({ name }: FoundCollection) => chosen.includes(name);
}

interface FoundProps {
  readonly imports: Imports;
  readonly file: ChosenFile;
  readonly preview: ImportPreview;
  readonly chosen: readonly string[];
}

function Found({ imports, file, preview: { collections, notes }, chosen }: FoundProps) {
  const [only] = collections;
  return (
    <>
      {collections.length === 0 && <p>The file contains no records.</p>}
      {only && collections.length === 1 && !only.isNamed && <Target imports={imports} file={file} name={only.name} />}
      <ul className={styles.collections} aria-label="Collections">
        {collections.map((found) => (
          <li key={found.name}>
            <label className="line">
              <input
                type="checkbox"
                checked={chosen.includes(found.name)}
                onChange={() => imports.toggle(found.name)}
              />
              <span className={styles.name}>{found.name}</span>
              {found.state === 'new' && <Badge tone="info">new collection</Badge>}
            </label>
            <Effects found={found} />
          </li>
        ))}
      </ul>
      <Modes collections={collections} />
      <Refusals collections={collections} />
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

/** Chooses the collection, if the file does not name it. */
function Target({ imports, file, name }: Pick<FoundProps, 'imports' | 'file'> & { readonly name: string }) {
  const names = useHost(({ collections }) => collections).map((collection) => collection.name);
  return (
    <Labelled label="Into" className={styles.target}>
      {(id) => (
        <Select id={id} value={name} onChange={(event) => void imports.read(file, event.currentTarget.value)}>
          {(names.includes(name) ? names : [name, ...names]).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      )}
    </Labelled>
  );
}

function Effects({ found }: { readonly found: FoundCollection }) {
  const { fresh, changed, same, refused } = found;
  const effects = formatCounts({ new: fresh, changed, unchanged: same, refused });
  return <span className={styles.count}>{effects || 'no records'}</span>;
}

const modes = {
  replace: 'A changed record is replaced as a whole.',
  merge: 'A changed record keeps members that are missing from the file.',
} as const;

/** What an import does to the records of existing collections. */
function Modes({ collections }: Pick<ImportPreview, 'collections'>) {
  const existing = collections.filter(({ state }) => state === 'exists');
  if (existing.length === 0) return null;
  const used = (['replace', 'merge'] as const).filter((mode) => existing.some((found) => found.mode === mode));
  const namesOf = (mode: keyof typeof modes) =>
    existing.flatMap((found) => (found.mode === mode ? [found.name] : [])).join(', ');
  return (
    <p className={styles.modes}>
      {used.map((mode) => `${used.length > 1 ? `${namesOf(mode)}: ` : ''}${modes[mode]} `)}
      Records that are missing from the file stay.
    </p>
  );
}

const placeNames = { line: 'Line', record: 'Record', entry: 'Entry' } as const;

/** The records that cannot be imported, with their places in the file. */
function Refusals({ collections }: Pick<ImportPreview, 'collections'>) {
  const refused = collections.flatMap(({ name, places, refusals }) =>
    refusals.map(({ line, reason }) => ({ name, place: `${placeNames[places]} ${line}`, reason })),
  );
  const hidden = collections.reduce((sum, { refused: all, refusals }) => sum + all - refusals.length, 0);
  if (refused.length === 0) return null;
  return (
    <section className={styles.notes} aria-label="Refused records">
      <h3>Refused records</h3>
      <ul>
        {refused.map(({ name, place, reason }) => (
          <li key={`${name} ${place}`}>
            <b>{place}</b>
            {collections.length > 1 && ` of ${name}`}: {reason}.
          </li>
        ))}
        {hidden > 0 && <li>{`and ${formatCount(hidden)} more`}</li>}
      </ul>
    </section>
  );
}
