import { useState } from 'react';
import { defaultDialect } from '../../../server/domain/dialect/default-dialect.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { countOf, type EditorId, editorsFor, editorToOpen } from './editor-ids.ts';
import { BodyEditor } from './editors/body-editor.tsx';
import { ConditionsEditor } from './editors/conditions-editor.tsx';
import { HeadersEditor } from './editors/headers-editor.tsx';
import { PageEditor } from './editors/page-editor.tsx';
import { PatchEditor } from './editors/patch-editor.tsx';
import { SortEditor } from './editors/sort-editor.tsx';
import { DialectFilter, DialectPage } from './filter/dialect-editor.tsx';
import { FilterEditor } from './filter/filter-editor.tsx';
import { useDialect, useDraft, usePieces, useSubject } from './model/use-try-it.ts';
import styles from './try-it.module.css';

const titles: Readonly<Record<EditorId, string>> = {
  filter: 'Filter',
  sort: 'Sort',
  page: 'Page',
  change: 'Change',
  body: 'Body',
  conditions: 'Conditions',
  headers: 'Headers',
};

/** The editors that suit the request, one tab each. */
export function Editors() {
  const draft = useDraft();
  const subject = useSubject();
  const [pieces] = usePieces();
  const dialect = useDialect();
  // Without a choice, and for a method without the chosen tab, the first one is shown.
  const [wanted, setWanted] = useState<string | null>(() => editorToOpen(draft, subject, dialect));
  const isOwn = dialect === defaultDialect;
  const offered = editorsFor(draft, subject);
  const chosen = offered.find((id) => id === wanted) ?? offered[0] ?? 'headers';
  const tabs = offered.map((id) => {
    const note = counted.has(id) ? countOf(id, draft, pieces, dialect) : 0;
    return { id, title: titles[id], ...(note > 0 && { note }) };
  });
  return (
    <section className="pane" aria-label="Request">
      <h2 className="unseen">Request</h2>
      <Tabs label="Parts of the request" tabs={tabs} chosen={chosen} onChoose={setWanted}>
        <div className={styles.editor}>
          {chosen === 'filter' &&
            subject.kind === 'list' &&
            (isOwn ? (
              <FilterEditor collection={subject.collection} />
            ) : (
              <DialectFilter collection={subject.collection} dialect={dialect} />
            ))}
          {chosen === 'sort' && subject.kind === 'list' && <SortEditor collection={subject.collection} />}
          {chosen === 'page' && (isOwn ? <PageEditor /> : <DialectPage dialect={dialect} />)}
          {chosen === 'change' && subject.kind === 'record' && <PatchEditor />}
          {chosen === 'body' && <BodyEditor />}
          {chosen === 'conditions' && <ConditionsEditor />}
          {chosen === 'headers' && <HeadersEditor />}
        </div>
      </Tabs>
    </section>
  );
}

/** Parts whose number of entries stands beside their title. */
const counted: ReadonlySet<EditorId> = new Set(['filter', 'sort', 'conditions', 'headers']);
