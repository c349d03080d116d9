import { type CSSProperties, lazy, Suspense } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './json-editor.module.css';
import type { JsonEditorProps } from './json-editor-view.tsx';

/** Loaded on first use, because CodeMirror is large. */
const View = lazy(async () => ({ default: (await import('./json-editor-view.tsx')).JsonEditorView }));

/**
 * A JSON editor with highlighting, completion (Ctrl+Space), and faults marked in the text and listed below. F8 moves to
 * the next fault; Tab leaves the editor.
 */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <Suspense fallback={<Coming lines={props.lines} rows={props.aboveButtons ? 1 : 0} />}>
      <View {...props} />
    </Suspense>
  );
}

/** The room of an editor that is being loaded. */
function Coming({ lines, rows }: { readonly lines: number; readonly rows: number }) {
  return (
    <div className={styles.editor} style={{ '--lines': lines, '--rows': rows } as CSSProperties}>
      <div className={classNames(styles.box, styles.coming)} />
      <div className={styles.faults} />
    </div>
  );
}
