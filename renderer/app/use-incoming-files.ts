import { useEffect } from 'react';
import type { Workbench } from './situation.ts';
import { useView } from './views.ts';

/**
 * Files that are dropped anywhere on the window are imported; text that is pasted where nothing is being typed, such as
 * rows of a spreadsheet with their names above, is records for the collection that is shown; cells without names go into
 * the table.
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
      if (view !== 'fixtures' || text === '' || isTyping(event)) return;
      const isForCells = isInTable(event) && bulk.takes(text);
      if (!isForCells && !text.includes('\n')) return;
      event.preventDefault();
      if (isForCells) return void bulk.paste(text);
      void imports.read({ name: 'the clipboard', text: async () => text }, fixtures.state.collection);
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

function isInTable({ target }: Event): boolean {
  return target instanceof HTMLElement && target.getAttribute('role') === 'grid';
}

function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable=true]');
}
