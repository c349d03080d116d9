import { Check } from 'lucide-react';
import { useConsole, useHost } from '../../console/use-console.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Badge } from '../../ui/tag.tsx';
import type { Toaster } from '../../ui/toaster.ts';
import styles from './scenarios.module.css';

/** The scenarios of the workspace: what each of them does to answers, and which one is active. */
export function ScenariosView({ toaster }: { readonly toaster: Toaster }) {
  const { client } = useConsole();
  const scenarios = useHost((state) => state.scenarios);
  const active = useHost((state) => state.scenario);
  const activate = async (name: string) => {
    const reply = await client.call('scenario.activate', { name });
    if (!reply.ok) toaster.fail(reply.problem.detail);
  };
  return (
    <section className={styles.view} aria-label="Scenarios">
      <p className={styles.about}>
        A scenario lays rules over the live state: answers change, data does not. It takes effect on the next request;
        the keys 1 to 9 switch from anywhere. A client chooses one for a single request with the header{' '}
        <code>X-Mock-Scenario</code>.
      </p>
      <ul className={styles.list}>
        {scenarios.map(({ name, description }, index) => (
          <li key={name} className={styles.scenario} aria-current={name === active}>
            <span className={styles.key}>{index < 9 && <Kbd>{String(index + 1)}</Kbd>}</span>
            <div className={styles.text}>
              <h2>{name}</h2>
              <p>{description}</p>
            </div>
            {name === active ? (
              <Badge tone="good" icon={Check}>
                Active
              </Badge>
            ) : (
              <Button aria-label={`Activate ${name}`} onClick={() => void activate(name)}>
                Activate
              </Button>
            )}
          </li>
        ))}
      </ul>
      {scenarios.length <= 1 && (
        <EmptyState title="Only the default scenario">
          Further scenarios are written in the workspace file, under <code>scenarios</code>.
        </EmptyState>
      )}
    </section>
  );
}
