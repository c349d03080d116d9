import { useEffect } from 'react';
import { useHost } from '../../console/use-console.ts';
import { useRemembered } from '../../ui/base/remember.ts';
import { useMedia } from '../../ui/base/use-media.ts';
import { SplitView } from '../../ui/layout/split-view.tsx';
import { BuilderBar } from './builder-bar.tsx';
import { Editors } from './editors.tsx';
import { isAbout } from './model/saved.ts';
import type { TryIt } from './model/try-it.ts';
import { TryItContext, useTryItState } from './model/use-try-it.ts';
import { ResponsePane } from './response/response-pane.tsx';
import { Sidebar } from './sidebar.tsx';
import styles from './try-it.module.css';

/** Sends requests to the running mock and explains every response. */
export function TryItView({ tryIt }: { readonly tryIt: TryIt }) {
  useEffect(() => void tryIt.begin(), [tryIt]);
  return (
    <TryItContext value={tryIt}>
      <Builder />
    </TryItContext>
  );
}

function Builder() {
  const isWide = useMedia('(min-width: 1100px)');
  const [chosen, setSidebar] = useRemembered<boolean | null>('try-it.sidebar', null);
  const sidebar = chosen ?? isWide;
  const origin = useTryItState((state) => state.origin);
  const draft = useTryItState((state) => state.draft);
  const saved = useHost((state) => state.saved.find(({ name }) => name === origin?.name));
  const opened = useTryItState((state) => state.opened);
  return (
    <div className={styles.view} data-sidebar={sidebar}>
      {sidebar && <Sidebar />}
      <div className={styles.main}>
        <BuilderBar sidebar={sidebar} onSidebar={() => setSidebar(!sidebar)} />
        {origin && origin.note !== '' && saved && isAbout(saved, draft) && (
          <p className={styles.note}>
            <b>{origin.name}</b> {origin.note}
          </p>
        )}
        <SplitView id="try-it" listSize={50} list={<Editors key={opened} />} detail={<ResponsePane />} />
      </div>
    </div>
  );
}
