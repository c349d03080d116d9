import type { SharingState } from '../../../server/contract/schema/state.ts';
import { plural } from '../../ui/base/format.ts';
import { Fact } from './parts.tsx';
import styles from './reach.module.css';

/** The instances that share their live state, and the engine between them. */
export function SharingRows({ sharing }: { readonly sharing: SharingState }) {
  const { engine, epoch, lostChanges, instances } = sharing;
  return (
    <>
      <Fact label="Engine" words="sharing redis instances state">
        <p className={styles.text}>{engineSentence(sharing, engine)}</p>
      </Fact>
      <Fact label="Epoch" words="sharing redis lost changes">
        <p className={styles.text}>
          Since {new Date(epoch / 1000).toLocaleString()}.{' '}
          {lostChanges > 0 && `The engine has lost ${plural(lostChanges, 'change')}.`}
        </p>
      </Fact>
      <Fact label="Instances" words="sharing fleet lag behind">
        <ul className={styles.instances}>
          {instances.map(({ name, isThis, behind }) => (
            <li key={name}>
              <code>{name}</code>
              {isThis && ' (this one)'}: {behind === 0 ? 'up to date' : `${plural(behind, 'change')} behind`}
            </li>
          ))}
        </ul>
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
