import type { DryRun } from '../../../server/contract/schema/output.ts';
import styles from './dry-run.module.css';

interface DryResponseViewProps {
  readonly response: NonNullable<DryRun['requests'][number]['response']>;
}

/** The response that a rule would send, with the values that it would put in. */
export function DryResponseView({ response: { headers, body, values } }: DryResponseViewProps) {
  return (
    <section className={styles.response} aria-label="Response">
      <pre>
        {headers.map(([name, value]) => `${name}: ${value}\n`)}
        {body !== null && `\n${body.content}${body.truncated ? '…' : ''}`}
      </pre>
      {values.length > 0 && (
        <dl aria-label="Values put in">
          {values.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may stand several times.
            <div key={index}>
              <dt>{`{${name}}`}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
