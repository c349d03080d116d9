import { CircleHelp } from 'lucide-react';
import { useContext } from 'react';
import { ActionsContext, useAction } from '../../ui/base/action.tsx';
import { classNames } from '../../ui/base/class-names.ts';
import { Tooltip } from '../../ui/base/tooltip.tsx';
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
        <Tooltip
          key={id}
          side="right"
          text={title}
          shortcut={actions.find((action) => action.id === `go.${id}`)?.shortcut}
        >
          <a href={addressOf(id)} className={styles.link} aria-current={id === view ? 'page' : undefined}>
            <Icon aria-hidden />
            {title}
          </a>
        </Tooltip>
      ))}
      <Tooltip side="right" text={help.title} shortcut={help.shortcut}>
        <button type="button" className={classNames(styles.link, styles.help)} onClick={help.run}>
          <CircleHelp aria-hidden />
          Help
        </button>
      </Tooltip>
    </nav>
  );
}
