import { expect, test, vi } from 'vitest';

const electron = vi.hoisted(() => ({ isPackaged: true, template: [] as unknown[] }));
vi.mock('electron', () => ({
  app: {
    get isPackaged() {
      return electron.isPackaged;
    },
    setAboutPanelOptions: () => undefined,
    getVersion: () => '1.0.0',
  },
  BrowserWindow: class {},
  Menu: {
    buildFromTemplate: (template: unknown[]) => {
      electron.template = template;
    },
    setApplicationMenu: () => undefined,
  },
  shell: {},
}));

import { installMenu } from '../../electron/menu.ts';

test.each([
  [true, false],
  [false, true],
])('when the program is installed (%s), its menu opens the developer tools: %s', (isPackaged, has) => {
  electron.isPackaged = isPackaged;
  installMenu({ file: () => '/w.json', recent: () => [], run: () => undefined });
  expect(JSON.stringify(electron.template).includes('toggleDevTools')).toBe(has);
});
