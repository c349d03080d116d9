import { useEffect } from 'react';
import { textFile } from '../../console/file-text.ts';
import { useView } from '../base/views.ts';
import type { Workbench } from '../workbench/workbench.ts';
import { hasOverlay, placeOf } from './key-place.ts';

/**
 * Imports files dropped on the window, and text pasted outside of fields: JSON, or several lines such as spreadsheet rows
 * under a header. In Fixtures the text becomes records of the open collection; cells without a header go into the table.
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
      void imports.read(file, view === 'fixtures' ? { open: fixtures.state.collection } : {});
    };
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text === '' || event.defaultPrevented || hasOverlay() || placeOf(event) === 'text') return;
      const isInFixtures = view === 'fixtures';
      const isForCells = isInFixtures && placeOf(event) === 'table' && bulk.takes(text);
      if (!isForCells && !/\n|^\s*[[{]/.test(text)) return;
      event.preventDefault();
      if (isForCells) return void bulk.paste(text);
      void imports.read(textFile('the clipboard', text), isInFixtures ? { into: fixtures.state.collection } : {});
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
