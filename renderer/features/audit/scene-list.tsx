import { CircleCheck, CircleX, Clapperboard, SkipForward, Square, X } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useStore } from 'zustand';
import type { SceneSummary } from '../../../server/contract/schema/output.ts';
import type { AuditRunState } from '../../../server/contract/schema/state.ts';
import { useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { plural } from '../../ui/base/format.ts';
import { Badge } from '../../ui/display/tag.tsx';
import styles from './audit.module.css';
import { type Audits, sceneSeconds } from './audits.ts';

type PlayedScene = AuditRunState['scenes'][number];

/** The scenes: which to play, which one plays, and what each found. */
export function Scenes({ audits }: { readonly audits: Audits }) {
  const id = useId();
  const state = useHost(({ audit }) => audit);
  const { scenes } = useStore(audits.store);
  const isPlaying = state?.isPlaying ?? false;
  const judged = state?.scenes.filter(({ failed }) => failed !== null).length ?? 0;
  const [session, from] = [state?.session, state?.from];
  useEffect(() => {
    if (session !== undefined && from !== undefined) void audits.show({ session, from }, judged);
  }, [audits, session, from, judged]);
  const picked = audits.picked;
  const rows = (scenes ?? []).filter(({ name }) => !isPlaying || state?.scenes.some((one) => one.name === name));
  const isOwn = ({ name, exercises }: SceneSummary) => exercises.length === 0 && !picked.includes(name);
  const own = rows.filter(isOwn);
  const rowOf = ({ name, description }: SceneSummary) => {
    const played = state?.scenes.find((one) => one.name === name);
    return (
      <li key={name} aria-label={name} aria-current={played?.state === 'playing' ? 'step' : undefined}>
        <label>
          <input
            type="checkbox"
            disabled={isPlaying}
            checked={picked.includes(name)}
            onChange={(event) => audits.pick(name, event.currentTarget.checked)}
          />
          <span className={styles.scene}>
            <b>{name}</b> <span>{description}</span>
          </span>
        </label>
        {played && <SceneResult played={played} />}
      </li>
    );
  };
  return (
    <section className={styles.scenes} aria-labelledby={id}>
      <header className={styles.scenesHead}>
        <h2 id={id}>Scenes</h2>
        <p>
          A scene makes trouble for the client, for {sceneSeconds} seconds from its first request. The client works on a
          copy of its live state, so nothing is left afterwards.
        </p>
        <span className={styles.buttons}>
          {isPlaying ? (
            <>
              <ActionButton id="audit.next-scene" icon={SkipForward} look="primary">
                Next scene
              </ActionButton>
              <ActionButton id="audit.end-scenes" icon={Square}>
                End
              </ActionButton>
              <ActionButton id="audit.cancel-scenes" icon={X}>
                Cancel
              </ActionButton>
            </>
          ) : (
            <ActionButton id="audit.play-scenes" icon={Clapperboard}>
              {`Play ${plural(picked.length, 'scene')}`}
            </ActionButton>
          )}
        </span>
      </header>
      <ul>{rows.filter((row) => !isOwn(row)).map(rowOf)}</ul>
      {own.length > 0 && (
        <details>
          <summary>{plural(own.length, 'scenario')} of the workspace</summary>
          <ul>{own.map(rowOf)}</ul>
        </details>
      )}
      <p className="unseen" role="status">
        {state?.scenes.find((one) => one.state === 'playing')?.name ?? ''}
      </p>
    </section>
  );
}

function SceneResult({ played }: { readonly played: PlayedScene }) {
  const { state, requests, failed } = played;
  const count = plural(requests, 'request');
  if (state === 'waiting') return <span className={styles.sceneState}>waiting</span>;
  if (state === 'playing') {
    return (
      <span className={styles.sceneState}>
        <Badge tone="info">playing</Badge> {requests === 0 ? 'waiting for the client' : count}
      </span>
    );
  }
  if (requests === 0) return <span className={styles.sceneState}>no request came</span>;
  if (failed === null) return <span className={styles.sceneState}>{count}</span>;
  return (
    <span className={styles.sceneState}>
      {failed.length === 0 ? (
        <Badge tone="good" icon={CircleCheck}>
          no rule broken
        </Badge>
      ) : (
        <Badge tone="bad" icon={CircleX} title={failed.join(', ')}>
          {`${plural(failed.length, 'rule')} broken`}
        </Badge>
      )}{' '}
      {count}
    </span>
  );
}
