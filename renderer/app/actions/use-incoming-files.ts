import { useEffect } from 'react';
import { useView } from '../base/views.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { isTaken, placeOf } from './shortcuts.ts';

/**
 * Files that are dropped anywhere on the window are imported, and so is text that is pasted where nothing is being typed:
 * several lines, such as rows of a spreadsheet with their names above, or JSON. In Fixtures it is records for the
 * collection that is shown, and cells without names go into the table.
 */
export function useIncomingFiles({ imports, fixtures, bulk }: Workbench): void {
  const view = useView();
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      void imports.read(file);
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text === '' || event.defaultPrevented || isTaken() || placeOf(event) === 'text') return;
      const isInFixtures = view === 'fixtures';
      const isForCells = isInFixtures && placeOf(event) === 'table' && bulk.takes(text);
      if (!isForCells && !/\n|^\s*[[{]/.test(text)) return;
      event.preventDefault();
      if (isForCells) return void bulk.paste(text);
      const file = { name: 'the clipboard', text: async () => text };
      void imports.read(file, isInFixtures ? fixtures.state.collection : undefined);
    };
    addEventListener('dragover', onDragOver);
    addEventListener('drop', onDrop);
    addEventListener('paste', onPaste);
    return () => {
      removeEventListener('dragover', onDragOver);
      removeEventListener('drop', onDrop);
      removeEventListener('paste', onPaste);
    };
  }, [imports, fixtures, bulk, view]);
}
