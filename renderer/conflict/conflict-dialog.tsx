import { useState } from 'react';
import { useStore } from 'zustand';
import { differences } from '../../server/domain/json/difference.ts';
import type { JsonObject } from '../../server/domain/json/json.ts';
import { type Merged, mergeChanges } from '../../server/domain/json/three-way.ts';
import { Button } from '../ui/base/button.tsx';
import { Dialog, DialogFooter } from '../ui/overlay/dialog.tsx';
import styles from './conflict.module.css';
import type { Conflicts, Question } from './conflicts.ts';
import { SideChoice } from './side-choice.tsx';

/** The dialog of a conflict, while one waits for a decision. */
export function ConflictDialog({ conflicts }: { readonly conflicts: Conflicts }) {
  const question = useStore(conflicts.store, (state) => state.question);
  if (!question) return null;
  return question.theirs ? (
    <BothChanged question={question} theirs={question.theirs} />
  ) : (
    <Deleted question={question} />
  );
}

interface BothChangedProps {
  readonly question: Question;
  readonly theirs: JsonObject;
}

/** Asks for each member that both changed; says which changes of theirs are kept anyway. */
function BothChanged({ question: { name, base, mine, decide }, theirs }: BothChangedProps) {
  const [takeTheirs, setTakeTheirs] = useState<readonly string[]>([]);
  const merge = (taken: readonly string[]): Merged => mergeChanges(base, mine, theirs, (path) => taken.includes(path));
  const merged = merge(takeTheirs);
  const paths = merged.conflicts.map(({ path }) => path);
  const kept = membersOf(base, theirs).filter((member) => !paths.some((path) => path.split('/')[1] === member));
  const choose = (path: string, side: 'mine' | 'theirs') =>
    setTakeTheirs((now) => (side === 'theirs' ? [...now, path] : now.filter((one) => one !== path)));
  return (
    <Dialog title={asTitle(`${name} has changed meanwhile`)} onClose={() => decide(null)}>
      <div className={styles.body}>
        <p>Somebody changed it after you began. Choose a value for each member that you both changed.</p>
        {merged.conflicts.map((conflict) => (
          <SideChoice
            key={conflict.path}
            conflict={conflict}
            takesTheirs={takeTheirs.includes(conflict.path)}
            onChoose={(side) => choose(conflict.path, side)}
          />
        ))}
        {kept.length > 0 && (
          <p className={styles.kept}>
            Their other changes are kept: <code>{kept.join(', ')}</code>
          </p>
        )}
      </div>
      <DialogFooter>
        {paths.length > 1 && (
          <span className={styles.all}>
            <Button look="bare" onClick={() => setTakeTheirs([])}>
              All yours
            </Button>
            <Button look="bare" onClick={() => setTakeTheirs(paths)}>
              All theirs
            </Button>
          </span>
        )}
        <Button onClick={() => decide(null)}>Back to editing</Button>
        <Button look="primary" data-autofocus onClick={() => decide(merged.value)}>
          Save
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Deleted({ question: { name, mine, decide } }: { readonly question: Question }) {
  return (
    <Dialog title={asTitle(`${name} was deleted meanwhile`)} onClose={() => decide(null)}>
      <div className={styles.body}>
        <p>Somebody deleted it after you began. If you save, it is created again as you edited it.</p>
      </div>
      <DialogFooter>
        <Button data-autofocus onClick={() => decide(null)}>
          Back to editing
        </Button>
        <Button look="primary" onClick={() => decide(mine)}>
          Create again
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function asTitle(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The outermost members that differ. */
function membersOf(a: JsonObject, b: JsonObject): readonly string[] {
  return [...new Set(Array.from(differences(a, b), ([member = '']) => member))];
}
