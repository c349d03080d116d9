import { hasFailed } from '../domain/audit/result.ts';
import type { Call } from './call.ts';
import type { Commands } from './commands.ts';
import { AuditError } from './errors.ts';

/** The requests to audit, and the rules to apply. */
export type AuditOptions = Commands['audit.run']['input'];

/** The scenes to play, the client that meets them, and the rules to apply. */
export type SceneOptions = Omit<Commands['audit.begin']['input'], 'seconds' | 'scenes'> & {
  /** Names of scenes and scenarios, or whole scenes; `all` plays every built-in one. */
  readonly scenes: 'all' | NonNullable<Commands['audit.begin']['input']['scenes']>;
  /** Lets the client work under a scene, which ends when the promise resolves. */
  readonly play: (scene: string) => unknown;
};

/** Judges what clients did by the rules of HTTP. */
export interface Audits {
  /**
   * Resolves with the result of every rule unless one fails; a rule of severity `information` never fails the audit.
   * Rejects with an {@link AuditError} otherwise. With `scenes` and `play`, the client is judged by what it does under each
   * scene. If `play` rejects, the scenes are cancelled, and `audit` rejects with the same reason.
   */
  readonly audit: {
    (options: SceneOptions): Promise<Commands['audit.end']['output']>;
    (options?: AuditOptions): Promise<Commands['audit.run']['output']>;
  };
}

/** The audit of all clients; with a session, of its clients. */
export function auditsOf(call: Call, session?: string): Audits {
  const own = session === undefined ? {} : { session };

  async function playScenes({ play, scenes, ...options }: SceneOptions): Promise<Commands['audit.end']['output']> {
    let state = await call('audit.begin', { ...own, ...options, ...(scenes === 'all' ? {} : { scenes }) });
    try {
      for (let playing = sceneOf(state); playing !== undefined; playing = sceneOf(state)) {
        await play(playing);
        state = await call('audit.step', {});
      }
    } catch (error) {
      await call('audit.cancel', {});
      throw error;
    }
    return call('audit.end', {});
  }

  async function audit(options: AuditOptions | SceneOptions = {}) {
    const run = 'play' in options ? await playScenes(options) : await call('audit.run', { ...own, ...options });
    if (hasFailed(run.results)) throw new AuditError(run.results);
    return run;
  }

  return { audit: audit as Audits['audit'] };
}

function sceneOf({ scenes }: Commands['audit.begin']['output']): string | undefined {
  return scenes.find(({ state }) => state === 'playing')?.name;
}
