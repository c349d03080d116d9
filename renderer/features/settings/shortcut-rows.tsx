import { CircleHelp, RotateCcw, X } from 'lucide-react';
import { memo, useContext, useEffect, useState } from 'react';
import { type Action, ActionButton, ActionsContext } from '../../ui/base/action.tsx';
import { Button, IconButton } from '../../ui/base/button.tsx';
import { chordOf, isModifier, sequencePause } from '../../ui/base/chord.ts';
import { classNames } from '../../ui/base/class-names.ts';
import { itemArrows } from '../../ui/base/item-arrows.ts';
import { Shortcut } from '../../ui/base/kbd.tsx';
import { useSettled } from '../../ui/base/settled.ts';
import { assign, clashesOf, type Keymap, refusalOf, without } from './keymap.ts';
import { Found } from './parts.tsx';
import styles from './settings.module.css';

interface ShortcutRowsProps {
  readonly keymap: Keymap;
  readonly onKeymap: (keymap: Keymap) => void;
}

/** All actions with their shortcuts, which can be changed. */
export function ShortcutRows({ keymap, onKeymap }: ShortcutRowsProps) {
  const actions = useContext(ActionsContext);
  const [recording, setRecording] = useState<string | null>(null);
  const isSettled = useSettled();
  const groups = [...new Set(actions.map(({ group }) => group))];
  return (
    <>
      <span className={classNames('line', styles.inLine)}>
        <ActionButton id="help.shortcuts" icon={CircleHelp}>
          Show all shortcuts
        </ActionButton>
        <Button
          icon={RotateCcw}
          why={Object.keys(keymap).length === 0 && 'Every shortcut is the default one.'}
          onClick={() => onKeymap({})}
        >
          Reset all shortcuts
        </Button>
      </span>
      {isSettled &&
        groups.map((group) => (
          <div key={group} className={styles.shortcuts}>
            <h3 className={styles.shortcutGroup}>{group}</h3>
            <ul aria-label={`Shortcuts: ${group}`} {...itemArrows}>
              {actions
                .filter((action) => action.group === group)
                .map((action) => (
                  <Found
                    key={action.id}
                    as="li"
                    className={styles.shortcut}
                    texts={[action.title, group, 'keyboard shortcut keys', action.shortcut ?? '']}
                  >
                    <span>{action.title}</span>
                    {recording === action.id ? (
                      <Recorder
                        action={action}
                        onKeys={(keys) => onKeymap(assign(keymap, keys, action, clashesOf(keys, action, actions)))}
                        onEnd={() => setRecording(null)}
                      />
                    ) : (
                      <Keys
                        id={action.id}
                        title={action.title}
                        shortcut={action.shortcut}
                        keymap={keymap}
                        onKeymap={onKeymap}
                        onRecord={setRecording}
                      />
                    )}
                  </Found>
                ))}
            </ul>
          </div>
        ))}
    </>
  );
}

interface KeysProps extends ShortcutRowsProps {
  readonly id: string;
  readonly title: string;
  readonly shortcut: string | undefined;
  readonly onRecord: (id: string) => void;
}

/** The keys of an action, rendered again only when they change: an action is another object in each view. */
const Keys = memo(KeysOf);

function KeysOf({ id, title, shortcut, keymap, onKeymap, onRecord }: KeysProps) {
  return (
    <>
      <button type="button" className={styles.keys} onClick={() => onRecord(id)}>
        <span className="unseen">Change the shortcut of {title}: </span>
        {shortcut === undefined ? 'none' : <Shortcut keys={shortcut} />}
      </button>
      {Object.hasOwn(keymap, id) ? (
        <IconButton
          label={`Reset the shortcut of ${title}`}
          icon={RotateCcw}
          onClick={() => onKeymap(without(keymap, id))}
        />
      ) : (
        shortcut !== undefined && (
          <IconButton
            label={`Remove the shortcut of ${title}`}
            icon={X}
            onClick={() => onKeymap({ ...keymap, [id]: null })}
          />
        )
      )}
    </>
  );
}

interface RecorderProps {
  readonly action: Action;
  readonly onKeys: (keys: string) => void;
  readonly onEnd: () => void;
}

/** Records a shortcut: one chord, or a sequence of two keys. */
function Recorder({ action, onKeys, onEnd }: RecorderProps) {
  const actions = useContext(ActionsContext);
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [isListening, setIsListening] = useState(true);
  useEffect(() => {
    if (!isListening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isModifier(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') return onEnd();
      setKeys((before) => [...before, chordOf(event)]);
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isListening, onEnd]);

  const text = keys.join(' ');
  const refusal = keys.length === 0 ? null : refusalOf(text, action);
  const clashes = keys.length === 0 ? [] : clashesOf(text, action, actions);
  useEffect(() => {
    if (keys.length === 0 || !isListening) return;
    // A plain key may be the start of a sequence.
    const mayGoOn = keys.length === 1 && /^[a-z,.]$/.test(keys[0] ?? '');
    const timer = setTimeout(() => setIsListening(false), mayGoOn ? sequencePause : 0);
    return () => clearTimeout(timer);
  }, [keys, isListening]);
  useEffect(() => {
    if (isListening || refusal !== null || clashes.length > 0) return;
    onKeys(text);
    onEnd();
  });

  if (isListening) {
    return (
      <span className={styles.recording} role="status">
        {keys.length === 0 ? 'Press the new shortcut, or Escape to cancel' : <Shortcut keys={text} />}
      </span>
    );
  }
  const titles = clashes.map(({ title }) => title).join(', ');
  return (
    <span className={classNames('line', styles.inLine)} role="alert">
      <Shortcut keys={text} />
      <span className={styles.clash}>{refusal ?? `is already used by ${titles}.`}</span>
      {refusal === null && (
        <Button
          autoFocus
          onClick={() => {
            onKeys(text);
            onEnd();
          }}
        >
          Reassign
        </Button>
      )}
      <Button onClick={onEnd}>Cancel</Button>
    </span>
  );
}
