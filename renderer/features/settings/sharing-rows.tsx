import type { SharingState } from '../../../server/contract/schema/state.ts';
import { plural } from '../../ui/base/format.ts';
import { Fact } from './parts.tsx';
import styles from './reach.module.css';

/** The instances that share their live state, and the engine between them. */
export function SharingRows({ sharing }: { readonly sharing: SharingState }) {
  const { engine, epoch, lostChanges, lostRequests, instances } = sharing;
  return (
    <>
      <Fact label="Engine" words="sharing redis instances state">
        <p className={styles.text}>{engineSentence(sharing, engine)}</p>
      </Fact>
      <Fact label="Epoch" words="sharing redis lost changes">
        <p className={styles.text}>
          Since {new Date(epoch / 1000).toLocaleString()}.{' '}
          {lostChanges > 0 && `The engine has lost ${plural(lostChanges, 'change')}. `}
          {lostRequests > 0 && `The log has missed ${plural(lostRequests, 'request')} to other instances.`}
        </p>
      </Fact>
      <Fact label="Instances" words="sharing fleet lag behind">
        <ul className={styles.instances}>
          {instances.map(({ name, isThis, behind, saves }) => (
            <li key={name}>
              <code>{name}</code>
              {isThis && ' (this one)'}: {behind === 0 ? 'up to date' : `${plural(behind, 'change')} behind`}
              {saves && ', saves the workspace file'}
            </li>
          ))}
        </ul>
      </Fact>
      <Fact label="Not shared" words="sharing timeline pins file save">
        <p className={styles.text}>
          Each instance has its own timeline, pins and notes.{' '}
          {!instances.some(({ saves }) => saves) &&
            'No instance saves the workspace file; export the workspace to keep its edits.'}
        </p>
      </Fact>
    </>
  );
}

function engineSentence({ state }: SharingState, engine: string): string {
  switch (state) {
    case 'live':
      return `Connected to ${engine}`;
    case 'away':
      return `Away: ${engine} cannot be reached. Reads go on, writes get 503.`;
    case 'loading':
      return `Reading everything anew from ${engine}…`;
  }
}
