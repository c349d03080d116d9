import { Pause, Play, RotateCcw, SkipForward } from 'lucide-react';
import { ActionButton } from '../../../ui/base/action.tsx';
import { Button } from '../../../ui/base/button.tsx';

interface PlayButtonsProps {
  /** Ids of the actions. */
  readonly play: string;
  readonly step: string;
  readonly restart: string;
  readonly isPlaying: boolean;
  readonly onPause: () => void;
}

/** Play or Pause, one step, and the start. */
export function PlayButtons({ play, step, restart, isPlaying, onPause }: PlayButtonsProps) {
  return (
    <>
      {isPlaying ? (
        <Button icon={Pause} look="primary" onClick={onPause}>
          Pause
        </Button>
      ) : (
        <ActionButton id={play} icon={Play} look="primary">
          Play
        </ActionButton>
      )}
      <ActionButton id={step} icon={SkipForward}>
        Step
      </ActionButton>
      <ActionButton id={restart} icon={RotateCcw}>
        Start over
      </ActionButton>
    </>
  );
}
