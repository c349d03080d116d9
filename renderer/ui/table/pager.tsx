import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../base/button.tsx';
import { classNames } from '../base/class-names.ts';
import { formatCount, plural } from '../base/format.ts';
import styles from './pager.module.css';

interface PagerProps {
  /** The word for one of what is listed. */
  readonly of: string;
  readonly offset: number;
  readonly shown: number;
  readonly total: number;
  readonly className?: string | undefined;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
}

/** Says which part of a list is shown, and turns its pages. */
export function Pager({ of, offset, shown, total, className, onPrevious, onNext }: PagerProps) {
  const isPaged = offset > 0 || shown < total;
  return (
    <span className={classNames(styles.pager, className)}>
      <span role="status">
        {isPaged && shown > 0
          ? `${formatCount(offset + 1)} to ${formatCount(offset + shown)} of ${plural(total, of)}`
          : plural(total, of)}
      </span>
      {isPaged && (
        <>
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            why={offset === 0 && 'This is the first page.'}
            onClick={onPrevious}
          />
          <IconButton
            icon={ChevronRight}
            label="Next page"
            why={offset + shown >= total && 'This is the last page.'}
            onClick={onNext}
          />
        </>
      )}
    </span>
  );
}
