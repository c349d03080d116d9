import styles from './progress.module.css';

interface ProgressProps {
  /** The name of the work. */
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
}

/** A progress bar with its percentage. */
export function Progress({ label, share }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <span>{label}</span>
      <progress className={styles.bar} aria-label={label} max={100} value={Math.round(share * 100)} />
      <span className={styles.share}>{Math.round(share * 100)} %</span>
    </div>
  );
}
