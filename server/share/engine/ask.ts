import { setTimeout as sleep } from 'node:timers/promises';
import { accept, type Result, refuse } from '../../domain/basics/result.ts';
import { type Connection, EngineRefusal } from './connection.ts';
import { writePatience } from './patience.ts';

/** Why a script has no answer. */
export interface Unanswered {
  /** A sentence. */
  readonly detail: string;
  /** False if the engine has certainly not run it. */
  readonly mayHaveRun: boolean;
}

/** What is asked of an instance. */
export interface Asking {
  readonly live: (milliseconds: number) => Promise<Connection | undefined>;
  readonly status: { readonly epoch: number; readonly away: () => string };
}

/**
 * Runs a script that does no harm when it runs twice: again over the next connection, if one ends before the answer has come,
 * for so many milliseconds. `args` is called for each run.
 */
export async function ask(
  replica: Asking,
  script: string,
  keys: readonly string[],
  args: () => readonly string[],
  milliseconds = writePatience,
): Promise<Result<readonly unknown[], Unanswered>> {
  const deadline = performance.now() + milliseconds;
  let mayHaveRun = false;
  for (;;) {
    const connection = await replica.live(deadline - performance.now());
    if (!connection) return refuse({ detail: replica.status.away(), mayHaveRun });
    try {
      return accept(await connection.script(script, keys, args()));
    } catch (error) {
      if (error instanceof EngineRefusal) return refuse({ detail: error.sentence, mayHaveRun });
      mayHaveRun = true;
      // A connection that fails at once must not keep the program from anything else.
      await sleep(1);
    }
  }
}

/** {@link ask} for a script that replies `epoch` where another epoch has begun: again, once the instance is live in that. */
export async function askInEpoch(
  replica: Asking & { readonly rejoin: () => void },
  script: string,
  keys: readonly string[],
  args: (epoch: string) => readonly string[],
): Promise<Result<readonly string[], Unanswered>> {
  const deadline = performance.now() + writePatience;
  for (;;) {
    let { epoch } = replica.status;
    const latest = () => {
      epoch = replica.status.epoch;
      return args(`${epoch}`);
    };
    const asked = await ask(replica, script, keys, latest, deadline - performance.now());
    if (!asked.ok) return asked;
    const reply = asked.value.map(String);
    if (reply[0] !== 'epoch') return accept(reply);
    if (replica.status.epoch === epoch) replica.rejoin();
    if (performance.now() > deadline) return refuse({ detail: replica.status.away(), mayHaveRun: false });
  }
}
