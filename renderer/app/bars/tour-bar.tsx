import { Check, Lightbulb, Play, Send, Shuffle, ToggleLeft, Undo2, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { assertNever } from '../../../server/domain/basics/result.ts';
import { useHost } from '../../console/use-console.ts';
import { ActionButton } from '../../ui/base/action.tsx';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { CopyButton } from '../../ui/base/copy.tsx';
import { useRemembered } from '../../ui/base/remember.ts';
import { hasOverlay, placeOf } from '../actions/key-place.ts';
import { type Tour, type TourState, type TourUser, tourSteps } from '../workbench/tour.ts';
import styles from './tour-bar.module.css';

/** The tour, in a bar above the view. Escape and the cross end it. */
export function TourBar({ tour }: { readonly tour: Tour }) {
  const state = useStore(tour.store);
  const offersTour = useHost(({ workspace }) => workspace.offersTour);
  const [isSeen, setIsSeen] = useRemembered('tour.seen', false);
  const isOn = state.step !== 'off';
  useEffect(() => {
    if (offersTour && !isSeen) void tour.offer();
  }, [offersTour, isSeen, tour]);
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      // A menu that it closed has taken it.
      if (event.key !== 'Escape' || event.defaultPrevented || hasOverlay() || placeOf(event) === 'text') return;
      setIsSeen(true);
      tour.leave();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOn, setIsSeen, tour]);
  if (!isOn) return null;
  const leave = () => {
    setIsSeen(true);
    tour.leave();
  };
  const number = stepNumber(state);
  return (
    <section className={styles.bar} aria-label="Tour">
      <span className={styles.count}>{number === 0 ? 'Done' : `${number} of ${tourSteps.length}`}</span>
      <div className={styles.step}>
        <Step state={state} tour={tour} onEnd={() => setIsSeen(true)} />
      </div>
      <IconButton label="End the tour" note="Escape" icon={X} onClick={leave} />
    </section>
  );
}

/** From 1; 0 after the last step. */
function stepNumber({ step }: TourState): number {
  const names: readonly string[] = tourSteps;
  return names.indexOf(step) + 1;
}

interface StepProps {
  readonly state: Exclude<TourState, { readonly step: 'off' }>;
  readonly tour: Tour;
  readonly onEnd: () => void;
}

function Step({ state, tour, onEnd }: StepProps) {
  const { user } = state;
  switch (state.step) {
    case 'status':
      return (
        <Line text={`${user.name} is active. What does your app show for an inactive user?`}>
          <Button look="primary" icon={ToggleLeft} onClick={() => void tour.switchInactive(user)}>
            Set {user.name} inactive
          </Button>
        </Line>
      );
    case 'request':
      return <RequestStep tour={tour} user={user} />;
    case 'explanation':
      return (
        <Line text={`The request has arrived: GET ${state.request.path} got ${state.request.status}.`}>
          <Button look="primary" icon={Lightbulb} onClick={() => tour.explain(state.request)}>
            Explain the response
          </Button>
        </Line>
      );
    case 'scenario':
      return (
        <Line text="A scenario makes the server fail or slow down without changing any data.">
          <Button look="primary" icon={Shuffle} onClick={() => void tour.activate(state.offered)}>
            Switch to {state.offered}
          </Button>
        </Line>
      );
    case 'end':
      return (
        <Line text={`“${state.scenario}” is active for every request now. This is the end of the tour.`}>
          <Button
            icon={Undo2}
            onClick={() => {
              onEnd();
              void tour.putBack(user, state.before);
            }}
          >
            Undo the changes
          </Button>
          <Button
            look="primary"
            icon={Check}
            onClick={() => {
              onEnd();
              tour.leave();
            }}
          >
            Keep the changes
          </Button>
        </Line>
      );
    default:
      return assertNever(state);
  }
}

/** Offers the address for the person's app, and a button that sends the request from here. */
function RequestStep({ tour, user }: { readonly tour: Tour; readonly user: TourUser }) {
  const server = useHost((state) => state.server);
  if (server.state !== 'listening') {
    return (
      <Line text="The server is stopped. Start it so that your app can send requests.">
        <ActionButton id="server.start" icon={Play}>
          Start the server
        </ActionButton>
      </Line>
    );
  }
  const url = `${server.url}/users/${encodeURIComponent(user.id)}`;
  return (
    <Line text={`${user.name} is inactive, so your app now gets 404. Try your app, or open this address in a browser:`}>
      <span className={styles.address}>
        <code>{url}</code>
        <CopyButton label="Copy the address" text={() => url} />
      </span>
      <Button look="primary" icon={Send} onClick={() => void tour.send(user)}>
        Send the request
      </Button>
    </Line>
  );
}

function Line({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <>
      <span className={styles.text} role="status">
        {text}
      </span>
      {children}
    </>
  );
}
