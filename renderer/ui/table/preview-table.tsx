import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { HeadRow } from './detail-table.tsx';
import styles from './preview-table.module.css';

interface PreviewTableProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly className?: string | undefined;
  /** The rows. */
  readonly children: ReactNode;
}

/** A small table of records, which scrolls in itself. */
export function PreviewTable({ label, heads, className, children }: PreviewTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className={classNames(styles.scroll, className)} aria-label={label} tabIndex={0}>
      <table>
        <HeadRow heads={heads} />
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
