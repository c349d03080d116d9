import type { Action } from '../../ui/base/action.tsx';
import { go } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** Comparing the mock with the real service. */
export function driftActions({ drifts }: ActionInputs): readonly Action[] {
  const formats = { junit: 'JUnit XML', markdown: 'Markdown', html: 'HTML', json: 'JSON' } as const;
  const open = () => {
    go('audit');
    drifts.show(true);
  };
  return actionsOf({ group: 'Upstream' }, [
    { id: 'drift.open', title: 'Compare the mock with the upstream', run: open },
    {
      id: 'drift.run',
      title: 'Start the comparison with the upstream',
      run: () => {
        open();
        void drifts.run();
      },
    },
    { id: 'drift.cancel', title: 'Cancel the comparison with the upstream', run: () => drifts.cancel() },
    ...(['junit', 'markdown', 'html', 'json'] as const).map((format) => ({
      id: `drift.export-${format}`,
      title: `Export the comparison as ${formats[format]}`,
      run: () => void drifts.export(format),
    })),
  ]);
}
