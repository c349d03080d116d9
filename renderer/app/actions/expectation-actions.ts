import type { Action } from '../../ui/base/action.tsx';
import { go, rememberPlace } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';
import { chooseRequest } from './request-actions.ts';

const noExpectation = 'There are no expectations.';

/** The actions on expectations. */
export function expectationActions({ view, chosenLine, expected, expectations }: ActionInputs): readonly Action[] {
  const formats = { junit: 'JUnit XML', json: 'JSON' } as const;
  const request = Number(/^request-(\d+)$/.exec(chosenLine ?? '')?.[1] ?? Number.NaN);
  const show = (shown: boolean) => {
    expectations.show(shown);
    go('requests');
  };
  return actionsOf({ group: 'Requests' }, [
    {
      id: 'requests.expect',
      title: 'Expect requests like this',
      shortcut: 'x',
      enabled: view === 'requests' && !Number.isNaN(request),
      why: chooseRequest,
      run: () => expectations.begin(request, rememberPlace()),
    },
    { id: 'expectations.show', isLocal: true, title: 'Show the expectations', shortcut: 'g e', run: () => show(true) },
    {
      id: 'expectations.add',
      isLocal: true,
      title: 'Expect requests',
      run: () => {
        show(true);
        void expectations.begin();
      },
    },
    {
      id: 'expectations.clear',
      title: 'Clear the expectations',
      enabled: expected > 0,
      why: noExpectation,
      run: () => void expectations.clear(),
    },
    ...(['junit', 'json'] as const).map((format) => ({
      id: `expectations.export-${format}`,
      title: `Export the expectations as ${formats[format]}`,
      enabled: expected > 0,
      why: noExpectation,
      run: () => void expectations.export(format),
    })),
  ]);
}
