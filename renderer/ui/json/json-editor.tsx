import { lazy, Suspense } from 'react';
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
    <Suspense fallback={<div className={classNames(styles.box, styles.coming)} data-lines={props.lines} />}>
      <View {...props} />
    </Suspense>
  );
}
