import { useId } from 'react';
import { useStore } from 'zustand';
import type { OfferedScenario } from '../../../server/contract/schema/offered-scenario.ts';
import { Button } from '../../ui/base/button.tsx';
import { plural } from '../../ui/base/format.ts';
import { Badge } from '../../ui/display/tag.tsx';
import { Dialog, DialogFooter } from '../../ui/overlay/dialog.tsx';
import { newOnes, type ReadyScenarios } from './model/ready-scenarios.ts';
import styles from './ready.module.css';

/** Chooses among the ready-made scenarios. */
export function ReadyDialog({ ready }: { readonly ready: ReadyScenarios }) {
  const state = useStore(ready.store);
  if (!state) return null;
  const { offered, chosen, reason } = state;
  const fresh = newOnes(offered);
  const hasAll = fresh.length > 0 && fresh.every(({ name }) => chosen.has(name));
  return (
    <Dialog title="Ready-made scenarios" wide onClose={() => ready.close()}>
      <form
        className="pane"
        onSubmit={(event) => {
          event.preventDefault();
          void ready.add();
        }}
      >
        <ul className={styles.offered} aria-label="Ready-made scenarios">
          {offered.map((one) => (
            <Offer
              key={one.name}
              offer={one}
              isChosen={chosen.has(one.name)}
              onChoose={(isChosen) => ready.choose(one.name, isChosen)}
            />
          ))}
        </ul>
        <DialogFooter>
          {reason !== null && <p role="alert">{reason}</p>}
          {fresh.length === 0 ? (
            <>
              <p className={styles.all}>The workspace has all of them that fit it.</p>
              <Button look="primary" onClick={() => ready.close()}>
                Close
              </Button>
            </>
          ) : (
            <>
              <Button className={styles.all} onClick={() => ready.chooseAll(!hasAll)}>
                {hasAll ? 'Choose none' : `Choose all ${fresh.length}`}
              </Button>
              <Button onClick={() => ready.close()}>Cancel</Button>
              <Button type="submit" look="primary" why={chosen.size === 0 && 'Choose a scenario first.'}>
                {chosen.size === 0 ? 'Add' : `Add ${plural(chosen.size, 'scenario')}`}
              </Button>
            </>
          )}
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface OfferProps {
  readonly offer: OfferedScenario;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Offer({ offer: { name, description, state, note, unfit }, isChosen, onChoose }: OfferProps) {
  const about = useId();
  const isOff = unfit !== null || state === 'same';
  return (
    <li>
      <label className={styles.offer} data-off={isOff}>
        <input
          type="checkbox"
          aria-label={name}
          aria-describedby={about}
          disabled={isOff}
          checked={isChosen || state === 'same'}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <span className={styles.name}>
          {name}
          {state === 'same' && <Badge tone="neutral">in the workspace</Badge>}
          {state === 'replaces' && <Badge tone="changed">replaces yours of that name</Badge>}
        </span>
        <span id={about} className={styles.about}>
          {description}
          {(unfit ?? note) !== null && <span className={styles.note}>{unfit ?? note}</span>}
        </span>
      </label>
    </li>
  );
}
