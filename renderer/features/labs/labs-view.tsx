import { useStore } from 'zustand';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { isLab, type Labs, labNames } from './labs.ts';
import { LostUpdateView } from './lost-update/lost-update-view.tsx';
import { PaginationView } from './pagination/pagination-view.tsx';

/** Experiments that show how clients lose data, and what prevents it. */
export function LabsView({ labs }: { readonly labs: Labs }) {
  const { shown } = useStore(labs.store);
  return (
    <Tabs
      label="Labs"
      tabs={Object.entries(labNames).map(([id, title]) => ({ id, title }))}
      chosen={shown}
      onChoose={(id) => isLab(id) && labs.show(id)}
    >
      {shown === 'lost-update' ? (
        <LostUpdateView lab={labs.lostUpdate} onOpen={labs.openRequest} />
      ) : (
        <PaginationView lab={labs.pagination} />
      )}
    </Tabs>
  );
}
