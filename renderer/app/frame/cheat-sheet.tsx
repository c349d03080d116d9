import { useContext } from 'react';
import { ActionsContext } from '../../ui/base/action.tsx';
import { Shortcut } from '../../ui/base/kbd.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { addressOf, useView, type ViewId, views } from '../base/views.ts';
import styles from './cheat-sheet.module.css';

interface CheatSheetProps {
  readonly onClose: () => void;
}

interface Keys {
  readonly title: string;
  readonly shortcut: string;
}

/** Keys of lists and dialogs, which are no actions. */
const inLists: readonly Keys[] = [
  { title: 'Move through a list', shortcut: 'ArrowUp ArrowDown' },
  { title: 'Extend the selection', shortcut: 'Shift+ArrowDown' },
  { title: 'Open or edit', shortcut: 'Enter' },
  { title: 'Save and edit the next cell', shortcut: 'Tab' },
  { title: 'Cancel or close', shortcut: 'Escape' },
  { title: 'Move from the search to the list', shortcut: 'ArrowDown' },
];

/** The groups of actions of each view, which its help shows first. */
const groupsOf: Readonly<Record<ViewId, readonly string[]>> = {
  fixtures: ['Records', 'Collections', 'Data'],
  scenarios: ['Scenarios', 'Switch scenario'],
  'live-state': ['Data', 'Snapshots'],
  'time-machine': ['Time machine', 'Data'],
  requests: ['Requests'],
  'try-it': ['Try it', 'Saved requests'],
  labs: ['Labs'],
  audit: ['Upstream'],
  settings: ['Server', 'Workspace'],
};

/** The purpose of the view, and every shortcut in its present form. */
export function CheatSheet({ onClose }: CheatSheetProps) {
  const actions = useContext(ActionsContext);
  const shown = useView();
  const view = views.find(({ id }) => id === shown);
  const first = view ? groupsOf[view.id] : [];
  const groups = [...new Set([...first, ...actions.map(({ group }) => group)])].map((title) => ({
    title,
    keys: actions.flatMap((action): readonly Keys[] =>
      action.group === title && action.shortcut !== undefined
        ? [{ title: action.title, shortcut: action.shortcut }]
        : [],
    ),
  }));
  return (
    <Dialog title={view ? `Help: ${view.title}` : 'Help'} wide onClose={onClose}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
      <div className={styles.groups} tabIndex={0} data-autofocus="">
        {view && (
          <section aria-label={view.title} className={styles.about}>
            <ul>
              {view.help.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        )}
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
        Change any shortcut in{' '}
        <a href={addressOf('settings')} onClick={onClose}>
          Settings
        </a>
        .
      </p>
    </Dialog>
  );
}
