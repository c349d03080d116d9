import { useContext } from 'react';
import { ActionsContext } from '../../ui/base/action.tsx';
import { Shortcut } from '../../ui/base/kbd.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { addressOf } from '../base/views.ts';
import styles from './cheat-sheet.module.css';

interface CheatSheetProps {
  readonly onClose: () => void;
}

interface Keys {
  readonly title: string;
  readonly shortcut: string;
}

/** What the keyboard does in lists and dialogs, which no action is behind. */
const inLists: readonly Keys[] = [
  { title: 'Go through a list', shortcut: 'ArrowUp ArrowDown' },
  { title: 'Select more', shortcut: 'Shift+ArrowDown' },
  { title: 'Open or edit', shortcut: 'Enter' },
  { title: 'Save and go on to the next cell', shortcut: 'Tab' },
  { title: 'Give back, close', shortcut: 'Escape' },
  { title: 'From a search into its list', shortcut: 'ArrowDown' },
];

/** All shortcuts as they are now, on one page. */
export function CheatSheet({ onClose }: CheatSheetProps) {
  const actions = useContext(ActionsContext);
  const groups = [...new Set(actions.map(({ group }) => group))].map((title) => ({
    title,
    keys: actions.flatMap((action): readonly Keys[] =>
      action.group === title && action.shortcut !== undefined
        ? [{ title: action.title, shortcut: action.shortcut }]
        : [],
    ),
  }));
  return (
    <Dialog title="Keyboard shortcuts" wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
      <div className={styles.groups} tabIndex={0} data-autofocus="">
        {[...groups, { title: 'In lists and dialogs', keys: inLists }]
          .filter(({ keys }) => keys.length > 0)
          .map(({ title, keys }) => (
            <section key={title} aria-label={title} className={styles.group}>
              <h3>{title}</h3>
              <dl>
                {keys.map((one) => (
                  <div key={one.title} className={styles.row}>
                    <dt>{one.title}</dt>
                    <dd>
                      <Shortcut keys={one.shortcut} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <p className={styles.footer}>
        Any of them can be another one:{' '}
        <a href={addressOf('settings')} onClick={onClose}>
          change the shortcuts in Settings
        </a>
        .
      </p>
    </Dialog>
  );
}
