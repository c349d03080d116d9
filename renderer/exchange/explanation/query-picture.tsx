import { ArrowDown, ArrowUp, Check, TriangleAlert, X } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { FilterNodeExplanation } from '../../../server/domain/filter/filter-explain.ts';
import type { PageExplanation, QueryExplanation } from '../../../server/domain/list/explain.ts';
import type { RecordExplanation } from '../../../server/domain/list/explain-record.ts';
import { formatCount, plural } from '../../ui/base/format.ts';
import { Badge } from '../../ui/display/tag.tsx';
import styles from './explanation.module.css';

interface QueryPictureProps {
  readonly query: QueryExplanation;
  /** Shows at every node whether it is true for this record. */
  readonly record: RecordExplanation | null;
}

/** How the query narrowed the collection down to the page: filter, sort order, page. */
export function QueryPicture({ query, record }: QueryPictureProps) {
  const { filter, sort, page, size, matched, ignored } = query;
  return (
    <div className={styles.query}>
      {ignored.length > 0 && (
        <p className={styles.ignored}>
          <TriangleAlert aria-hidden />
          Ignored, because no record has this field: {ignored.join(', ')}
        </p>
      )}
      {filter ? (
        <ul className={styles.filter} aria-label="Filter, with the number of matching records of each part">
          <FilterNode node={filter} size={size} shownParameter={null} place={0} holds={record?.holds ?? []} />
        </ul>
      ) : (
        <p className={styles.quiet}>No filter: all {plural(size, 'record')}.</p>
      )}
      <p className={styles.facts}>
        <span className={styles.quiet}>Sort</span>
        {sort.length === 0 && <span>default order</span>}
        {sort.map(({ field, descending }) => (
          <Badge key={field} icon={descending ? ArrowDown : ArrowUp}>
            {field} {descending ? 'descending' : 'ascending'}
          </Badge>
        ))}
      </p>
      <PageStrip page={page} matched={matched} />
    </div>
  );
}

interface FilterNodeProps {
  readonly node: FilterNodeExplanation;
  readonly size: number;
  /** The parameter that the parent node already shows. */
  readonly shownParameter: string | null;
  /** The node's index in pre-order. */
  readonly place: number;
  /** Whether each node is true for the chosen record; empty if none is chosen. */
  readonly holds: readonly boolean[];
}

function FilterNode({ node, size, shownParameter, place, holds }: FilterNodeProps) {
  const holdsHere = holds[place];
  const share = size === 0 ? 0 : node.matches / size;
  return (
    <li>
      <div className={styles.node}>
        <span className={styles.nodeText}>
          {holdsHere !== undefined && (
            <Badge tone={holdsHere ? 'good' : 'bad'} icon={holdsHere ? Check : X}>
              <span className="unseen">{holdsHere ? 'true for the record' : 'not true for the record'}</span>
            </Badge>
          )}
          {node.parameter !== null && node.parameter !== shownParameter && (
            <Badge title="The query parameter">{node.parameter}</Badge>
          )}
          <code>{node.text}</code>
        </span>
        <span className={styles.share} style={{ '--share': share } as CSSProperties} />
        <span className={`${styles.matches} figures`}>
          {formatCount(node.matches)}
          <span className={styles.quiet}> of {formatCount(size)}</span>
        </span>
      </div>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child, index) => (
            <FilterNode
              // biome-ignore lint/suspicious/noArrayIndexKey: a tree that never changes and may repeat its parts.
              key={index}
              node={child}
              size={size}
              shownParameter={node.parameter}
              place={place + 1 + node.children.slice(0, index).reduce((sum, one) => sum + countNodes(one), 0)}
              holds={holds}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

function countNodes({ children }: FilterNodeExplanation): number {
  return children.reduce((sum, child) => sum + countNodes(child), 1);
}

const styleNames: Readonly<Record<PageExplanation['style'], string>> = {
  offset: 'limit and offset',
  cursor: 'cursor',
  time: 'time window',
  since: 'since an id',
  page: 'page number',
  slice: 'slice',
};

/** The place of the page among the matching records. */
function PageStrip({ page, matched }: { readonly page: PageExplanation; readonly matched: number }) {
  const scale = Math.max(matched, 1);
  const position = {
    '--from': Math.max(0, page.first - 1) / scale,
    '--length': page.returned / scale,
  } as CSSProperties;
  return (
    <div className={styles.page}>
      <p className={styles.facts}>
        <Badge tone="info">{styleNames[page.style]}</Badge>
        <span>{page.detail}</span>
      </p>
      <div
        className={styles.strip}
        style={position}
        role="img"
        aria-label={`${plural(page.returned, 'record')} of ${formatCount(matched)} matching`}
      >
        <span />
      </div>
      <p className={styles.scale}>
        <span>{plural(matched, 'record')} matching</span>
        <span>{plural(page.returned, 'record')} on this page</span>
      </p>
    </div>
  );
}
