import { type ReactNode, useEffect, useState } from 'react';
import type { ImportRow, ImportRowKind } from '../../../server/contract/schema/import.ts';
import type { Json } from '../../../server/domain/json/json.ts';
import { parsePointer, valueAt } from '../../../server/domain/json/pointer.ts';
import { visible } from '../../../server/domain/json/visible-text.ts';
import { useConsole } from '../../console/use-console.ts';
import { Button } from '../../ui/base/button.tsx';
import { formatCount } from '../../ui/base/format.ts';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { PreviewTable } from '../../ui/table/preview-table.tsx';
import styles from './import-dialog.module.css';
import type { FoundCollection, Imports } from './imports.ts';

/** Records of a page. */
const pageSize = 50;
/** Members and differences that a page shows of a record. */
const shownMembers = 30;
const shownDifferences = 12;
/** Characters of a value. */
const valueLength = 200;

const titles: Readonly<Record<ImportRowKind, string>> = {
  new: 'New',
  changed: 'Changed',
  removed: 'Removed',
  same: 'Unchanged',
  refused: 'Refused',
};
const kinds: readonly ImportRowKind[] = ['new', 'changed', 'removed', 'same', 'refused'];
/** The most interesting rows first. */
const byInterest: readonly ImportRowKind[] = ['refused', 'changed', 'removed', 'new', 'same'];

interface ImportRowsProps {
  /** The preview. */
  readonly id: number;
  readonly found: FoundCollection;
  readonly imports: Imports;
}

/** The records of a file for a collection, before and after their import. */
export function ImportRows({ id, found, imports }: ImportRowsProps) {
  const counts = { new: found.fresh, changed: found.changed, removed: found.removed, same: found.same };
  const all = { ...counts, refused: found.refused };
  const present = kinds.filter((kind) => all[kind] > 0);
  const [wanted, setWanted] = useState<ImportRowKind | null>(null);
  const [page, setPage] = useState(0);
  const kind = present.find((one) => one === wanted) ?? byInterest.find((one) => all[one] > 0);
  const rows = useRows(id, found.name, kind, page, imports);
  if (kind === undefined) return null;
  const total = all[kind];
  const from = page * pageSize;
  return (
    <section className={styles.rows} aria-label={`Records of ${found.name}`}>
      <div className={styles.kinds}>
        <SegmentedControl
          label="Records"
          options={present.map((value) => ({ value, title: `${titles[value]} ${formatCount(all[value])}` }))}
          chosen={kind}
          onChoose={(next) => {
            setWanted(next);
            setPage(0);
          }}
        />
        {total > pageSize && (
          <span className={styles.pages}>
            {`${formatCount(from + 1)}–${formatCount(Math.min(total, from + pageSize))} of ${formatCount(total)}`}
            <Button why={page === 0 && 'These are the first rows.'} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <Button why={from + pageSize >= total && 'These are the last rows.'} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </span>
        )}
      </div>
      {kind === 'refused' && <RefusedRows rows={rows} found={found} />}
      {kind === 'changed' && <ChangedRows rows={rows} found={found} />}
      {kind !== 'refused' && kind !== 'changed' && <WholeRows rows={rows} found={found} label={titles[kind]} />}
    </section>
  );
}

/** A page of records. The previous ones stay until the next arrive. */
function useRows(
  id: number,
  collection: string,
  kind: ImportRowKind | undefined,
  page: number,
  imports: Imports,
): readonly ImportRow[] {
  const { client } = useConsole();
  const [read, setRead] = useState<{ readonly kind: ImportRowKind; readonly rows: readonly ImportRow[] } | null>(null);
  useEffect(() => {
    if (kind === undefined) return;
    let wanted = true;
    const ask = async () => {
      const input = { id, collection, kind, offset: page * pageSize, limit: pageSize };
      const reply = await client.call('import.rows', input);
      if (!wanted) return;
      if (reply.ok) setRead({ kind, rows: reply.value.rows });
      else await imports.renew(id, reply.problem.detail);
    };
    void ask();
    return () => {
      wanted = false;
    };
  }, [client, imports, id, collection, kind, page]);
  return read !== null && read.kind === kind ? read.rows : [];
}

interface RowsProps {
  readonly rows: readonly ImportRow[];
  readonly found: FoundCollection;
}

const placeNames = { line: 'Line', record: 'Record', entry: 'Entry' } as const;

function WholeRows({ rows, found: { places, key }, label }: RowsProps & { readonly label: string }) {
  const members = rows.flatMap(({ after, before }) => Object.keys(after ?? before ?? {}));
  const names = [...new Set([key, ...members])].slice(0, shownMembers);
  const isInFile = rows.some(({ line }) => line !== null);
  return (
    <PreviewTable
      label={`${label} records`}
      heads={[...(isInFile ? [placeNames[places]] : []), ...names]}
      className={styles.table}
    >
      {rows.map(({ line, id, before, after }) => (
        <tr key={`${line} ${id}`}>
          {line !== null && <td>{line}</td>}
          {names.map((name) => (
            <td key={name}>{textOf((after ?? before)?.[name])}</td>
          ))}
        </tr>
      ))}
    </PreviewTable>
  );
}

function ChangedRows({ rows, found: { places, key } }: RowsProps) {
  return (
    <PreviewTable
      label="Changed records"
      heads={[placeNames[places], key, 'Member', 'Before', 'After']}
      className={styles.table}
    >
      {rows.map(({ line, id, before, after, differs }) => (
        <Lines
          key={`${line} ${id}`}
          begin={[line, id]}
          lines={differs.slice(0, shownDifferences).map((pointer) => ({
            key: pointer,
            cells: (
              <>
                <td>{visible(pointer.slice(1).replaceAll('/', '.'))}</td>
                <td>
                  <del>{textOf(at(before, pointer))}</del>
                </td>
                <td>
                  <ins>{textOf(at(after, pointer))}</ins>
                </td>
              </>
            ),
          }))}
          more={differs.length - shownDifferences}
        />
      ))}
    </PreviewTable>
  );
}

function RefusedRows({ rows, found: { places, key } }: RowsProps) {
  return (
    <PreviewTable
      label="Refused records"
      heads={[placeNames[places], key, 'Member', 'Reason']}
      className={styles.table}
    >
      {rows.map(({ line, id, faults, unlisted }) => (
        <Lines
          key={`${line} ${id} ${faults[0]?.reason}`}
          begin={[line, id]}
          lines={faults.map(({ member, reason }) => ({
            key: `${member} ${reason}`,
            cells: (
              <>
                <td>{member === undefined ? '–' : visible(member)}</td>
                <td className={styles.reason}>{visible(reason)}</td>
              </>
            ),
          }))}
          more={unlisted}
        />
      ))}
    </PreviewTable>
  );
}

interface LinesProps {
  /** Cells that stand beside all lines of the record. */
  readonly begin: readonly [line: number | null, id: string | null];
  readonly lines: readonly { readonly key: string; readonly cells: ReactNode }[];
  /** Number of lines that are not listed. */
  readonly more: number;
}

/** The lines of one record. */
function Lines({ begin: [line, id], lines, more }: LinesProps) {
  const height = lines.length + (more > 0 ? 1 : 0);
  return (
    <>
      {lines.map(({ key, cells }, place) => (
        <tr key={key}>
          {place === 0 && (
            <>
              <td rowSpan={height}>{line}</td>
              <td rowSpan={height}>{id === null ? '–' : visible(id)}</td>
            </>
          )}
          {cells}
        </tr>
      ))}
      {more > 0 && (
        <tr>
          <td colSpan={3}>and {formatCount(more)} more</td>
        </tr>
      )}
    </>
  );
}

function at(record: Json | null, pointer: string): Json | undefined {
  const parsed = parsePointer(pointer);
  return parsed.ok && record !== null ? valueAt(record, parsed.value) : undefined;
}

function textOf(value: Json | undefined): ReactNode {
  if (value === undefined) return <span className={styles.missing}>missing</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return visible(text.length > valueLength ? `${text.slice(0, valueLength)}…` : text);
}
