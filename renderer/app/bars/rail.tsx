import { CircleHelp, Monitor, Moon, Sun, SunMoon } from 'lucide-react';
import { useContext } from 'react';
import { ActionsContext, useAction } from '../../ui/base/action.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { tip } from '../../ui/base/tooltip.tsx';
import { ActionItem, Menu } from '../../ui/overlay/menu.tsx';
import { addressOf, useView, views } from '../base/views.ts';
import styles from './rail.module.css';

/** The links to the views. */
export function Rail() {
  const view = useView();
  const actions = useContext(ActionsContext);
  const help = useAction('help.shortcuts');
  return (
    <nav className={styles.rail} aria-label="Views">
      {views.map(({ id, title, icon: Icon }) => (
        <a
          key={id}
          href={addressOf(id)}
          className={styles.link}
          aria-current={id === view ? 'page' : undefined}
          {...tip(title, actions.find((action) => action.id === `go.${id}`)?.shortcut, 'right')}
        >
          <Icon aria-hidden />
          {title}
        </a>
      ))}
      <Menu
        trigger={
          <button type="button" className={classNames(styles.link, styles.button, styles.theme)}>
            <SunMoon aria-hidden />
            Theme
          </button>
        }
      >
        <ActionItem id="theme.system" icon={Monitor} />
        <ActionItem id="theme.light" icon={Sun} />
        <ActionItem id="theme.dark" icon={Moon} />
      </Menu>
      <button
        type="button"
        className={classNames(styles.link, styles.button)}
        onClick={help.run}
        {...tip(help.title, help.shortcut, 'right')}
      >
        <CircleHelp aria-hidden />
        Help
      </button>
    </nav>
  );
}
