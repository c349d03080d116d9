import type { Action } from '../../ui/base/action.tsx';
import { go } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

const noScene = 'No scene is being played.';

/** Running the audit of clients and exporting it. */
export function auditActions({ audits, isPlaying }: ActionInputs): readonly Action[] {
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
    {
      id: 'audit.play-scenes',
      title: 'Play scenes against the client',
      enabled: !isPlaying,
      why: 'Scenes are being played.',
      run: () => {
        go('audit');
        void audits.play();
      },
    },
    {
      id: 'audit.next-scene',
      title: 'Next scene',
      enabled: isPlaying,
      why: noScene,
      run: () => void audits.nextScene(),
    },
    {
      id: 'audit.end-scenes',
      title: 'End the scenes and judge the client',
      enabled: isPlaying,
      why: noScene,
      run: () => void audits.end(),
    },
    {
      id: 'audit.cancel-scenes',
      title: 'Cancel the scenes',
      enabled: isPlaying,
      why: noScene,
      run: () => void audits.cancel(),
    },
    ...(['junit', 'markdown', 'html', 'json'] as const).map((format) => ({
      id: `audit.export-${format}`,
      title: `Export the audit as ${formats[format]}`,
      run: () => void audits.export(format),
    })),
  ]);
}
