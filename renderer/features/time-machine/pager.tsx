import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../ui/base/button.tsx';
import { formatCount, plural } from '../../ui/base/format.ts';
import styles from './time-machine.module.css';
import { pageLength } from './time-machine.ts';

interface PagerProps {
  /** The word for one of what is listed. */
  readonly of: string;
  readonly offset: number;
  readonly shown: number;
  readonly total: number;
  readonly onOffset: (offset: number) => void;
}

/** Says which part of a list is shown, and turns its pages. */
export function Pager({ of, offset, shown, total, onOffset }: PagerProps) {
  const isPaged = offset > 0 || shown < total;
  return (
    <span className={styles.pager}>
      <span role="status">
        {isPaged
          ? `${formatCount(offset + 1)} to ${formatCount(offset + shown)} of ${plural(total, of)}`
          : plural(total, of)}
      </span>
      {isPaged && (
        <>
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            why={offset === 0 && 'This is the first page.'}
            onClick={() => onOffset(Math.max(0, offset - pageLength))}
          />
          <IconButton
            icon={ChevronRight}
            label="Next page"
            why={offset + shown >= total && 'This is the last page.'}
            onClick={() => onOffset(offset + shown)}
          />
        </>
      )}
    </span>
  );
}
