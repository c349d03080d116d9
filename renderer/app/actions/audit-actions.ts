import type { Action } from '../../ui/base/action.tsx';
import { go } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** Running the audit of clients and exporting it. */
export function auditActions({ audits }: ActionInputs): readonly Action[] {
  const formats = { junit: 'JUnit XML', markdown: 'Markdown', html: 'HTML', json: 'JSON' } as const;
  return actionsOf({ group: 'Requests' }, [
    {
      id: 'audit.run',
      title: 'Audit the clients',
      run: () => {
        go('audit');
        void audits.run();
      },
    },
    ...(['junit', 'markdown', 'html', 'json'] as const).map((format) => ({
      id: `audit.export-${format}`,
      title: `Export the audit as ${formats[format]}`,
      run: () => void audits.export(format),
    })),
  ]);
}
