import type { Action } from '../../ui/base/action.tsx';
import { go } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** The controls and exports of the two labs. */
export function labActions({ labs, labShown, hasLabRequests, view }: ActionInputs): readonly Action[] {
  const { lostUpdate, pagination } = labs;
  const opened = (lab: 'lost-update' | 'pagination') => view === 'labs' && labShown === lab;
  const show = (lab: 'lost-update' | 'pagination') => {
    labs.show(lab);
    go('labs');
  };
  return actionsOf({ group: 'Labs' }, [
    { id: 'labs.lost-update', title: 'Open the lost-update lab', run: () => show('lost-update') },
    { id: 'labs.pagination', title: 'Open the pagination lab', run: () => show('pagination') },
    ...actionsOf({ group: 'Labs', enabled: opened('lost-update'), why: 'Open the lost-update lab first.' }, [
      { id: 'labs.lost-update.play', title: 'Play the lost update', run: () => void lostUpdate.play() },
      {
        id: 'labs.lost-update.step',
        title: 'Send the next request of the lost update',
        run: () => void lostUpdate.step(),
      },
      { id: 'labs.lost-update.restart', title: 'Start the lost-update lab over', run: () => lostUpdate.startOver() },
    ]),
    ...actionsOf({ group: 'Labs', enabled: hasLabRequests, why: 'Play the lost-update lab first.' }, [
      { id: 'labs.lost-update.curl', title: 'Export the lost update as cURL steps', run: () => labs.exportCurl() },
      { id: 'labs.lost-update.har', title: 'Export the lost update as HAR', run: () => void labs.exportHar() },
      {
        id: 'labs.lost-update.scene',
        title: 'Export the lost update as an audit scene',
        run: () => labs.exportScene(),
      },
    ]),
    ...actionsOf({ group: 'Labs', enabled: opened('pagination'), why: 'Open the pagination lab first.' }, [
      { id: 'labs.pagination.play', title: 'Play the crawl', run: () => pagination.play() },
      { id: 'labs.pagination.step', title: 'Show the next step of the crawl', run: () => pagination.next() },
      { id: 'labs.pagination.finish', title: 'Show the whole crawl', run: () => pagination.finish() },
      { id: 'labs.pagination.restart', title: 'Start the crawl over', run: () => pagination.show(0) },
      { id: 'labs.pagination.seed', title: 'Crawl with another seed', run: () => void pagination.anotherSeed() },
    ]),
  ]);
}
