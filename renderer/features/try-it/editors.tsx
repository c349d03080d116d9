import { defaultDialect } from '../../../server/domain/dialect/default-dialect.ts';
import type { Dialect } from '../../../server/domain/dialect/dialect.ts';
import { headerOf } from '../../exchange/headers.ts';
import { type Piece, parameterOf } from '../../exchange/pieces.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { BodyEditor } from './editors/body-editor.tsx';
import { ConditionsEditor } from './editors/conditions-editor.tsx';
import { HeadersEditor } from './editors/headers-editor.tsx';
import { PageEditor } from './editors/page-editor.tsx';
import { PatchEditor } from './editors/patch-editor.tsx';
import { SortEditor } from './editors/sort-editor.tsx';
import { DialectFilter, DialectPage } from './filter/dialect-editor.tsx';
import { FilterEditor } from './filter/filter-editor.tsx';
import { isCondition } from './filter/filter-parameters.ts';
import { conditionHeaders } from './model/conditions.ts';
import type { Draft, Subject } from './model/draft.ts';
import { useDialect, useDraft, usePieces, useSubject } from './model/use-try-it.ts';
import styles from './try-it.module.css';

type EditorId = 'filter' | 'sort' | 'page' | 'change' | 'body' | 'conditions' | 'headers';

const titles: Readonly<Record<EditorId, string>> = {
  filter: 'Filter',
  sort: 'Sort',
  page: 'Page',
  change: 'Change',
  body: 'Body',
  conditions: 'Conditions',
  headers: 'Headers',
};

interface EditorsProps {
  /** The tab that was chosen last; another request may not have it. */
  readonly wanted: string;
  readonly onChoose: (id: string) => void;
}

/** The editors that suit the request, one tab each. */
export function Editors({ wanted, onChoose }: EditorsProps) {
  const draft = useDraft();
  const subject = useSubject();
  const [pieces] = usePieces();
  const dialect = useDialect();
  const isOwn = dialect === defaultDialect;
  const offered = editorsFor(draft, subject);
  const chosen = offered.find((id) => id === wanted) ?? offered[0] ?? 'headers';
  const tabs = offered.map((id) => {
    const note = noteOf(id, draft, pieces, dialect);
    return { id, title: titles[id], ...(note !== null && { note }) };
  });
  return (
    <section className="pane" aria-label="Request">
      <h2 className="unseen">Request</h2>
      <Tabs label="Parts of the request" tabs={tabs} chosen={chosen} onChoose={onChoose}>
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

function editorsFor({ method, body }: Draft, subject: Subject): readonly EditorId[] {
  const isRead = method === 'GET' || method === 'HEAD';
  const parts: EditorId[] = [];
  if (subject.kind === 'list' && isRead) parts.push('filter', 'sort', 'page');
  if (subject.kind === 'record' && method === 'PATCH') parts.push('change');
  else if (body !== null || method === 'POST' || method === 'PUT' || method === 'PATCH') parts.push('body');
  if (subject.kind === 'record' || subject.kind === 'list') parts.push('conditions');
  return [...parts, 'headers'];
}

/** The number of entries in a part, shown beside its title. */
function noteOf(id: EditorId, { headers }: Draft, pieces: readonly Piece[], dialect: Dialect): number | null {
  const count = countOf(id, headers, pieces, dialect);
  return count === 0 ? null : count;
}

function countOf(id: EditorId, headers: Draft['headers'], pieces: readonly Piece[], dialect: Dialect): number {
  const { filter, sort = 'sort' } = dialect.parameters;
  switch (id) {
    case 'filter':
      return pieces.filter((piece) => isCondition(piece, dialect) || piece.name === filter).length;
    case 'sort':
      return parameterOf(pieces, sort)?.split(',').length ?? 0;
    case 'conditions':
      return conditionHeaders.filter((header) => headerOf(headers, header) !== undefined).length;
    case 'headers':
      return headers.length;
    default:
      return 0;
  }
}
