import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './detail-table.module.css';

interface DetailTableProps {
  readonly label?: string;
  readonly heads: readonly string[];
  readonly className?: string | undefined;
  /** The rows. */
  readonly children: ReactNode;
}

/** A small table without selection, such as steps or differences. */
export function DetailTable({ label, heads, className, children }: DetailTableProps) {
  return (
    <table className={classNames(styles.table, className)} aria-label={label}>
      <HeadRow heads={heads} />
      <tbody>{children}</tbody>
    </table>
  );
}

/** The heads of the columns. */
export function HeadRow({ heads }: Pick<DetailTableProps, 'heads'>) {
  return (
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}
