import { Keyboard } from 'lucide-react';
import { useContext } from 'react';
import { ActionButton, ActionsContext } from '../../ui/base/action.tsx';
import { Tooltip } from '../../ui/base/tooltip.tsx';
import { addressOf, useView, views } from '../base/views.ts';
import styles from './rail.module.css';

/** The links to the views. */
export function Rail() {
  const view = useView();
  const actions = useContext(ActionsContext);
  return (
    <nav className={styles.rail} aria-label="Views">
      {views.map(({ id, title, icon: Icon }) => (
        <Tooltip key={id} text={title} shortcut={actions.find((action) => action.id === `go.${id}`)?.shortcut}>
          <a href={addressOf(id)} className={styles.link} aria-current={id === view ? 'page' : undefined}>
            <Icon aria-hidden />
            {title}
          </a>
        </Tooltip>
      ))}
      <span className={styles.help}>
        <ActionButton id="help.shortcuts" icon={Keyboard} />
      </span>
    </nav>
  );
}
