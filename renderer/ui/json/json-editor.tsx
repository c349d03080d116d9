import { lazy, Suspense } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from './json-editor.module.css';
import type { JsonEditorProps } from './json-editor-view.tsx';

/** Much code, and few need it at once: it comes when it is first shown. */
const View = lazy(async () => ({ default: (await import('./json-editor-view.tsx')).JsonEditorView }));

/**
 * A text of JSON: coloured, with what is wrong marked at its place and listed below, and completed by what may stand
 * there (Ctrl+Space). Tab leaves it, so that it holds no keyboard back; F8 goes from fault to fault.
 */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <Suspense fallback={<div className={classNames(styles.box, styles.coming)} data-lines={props.lines} />}>
      <View {...props} />
    </Suspense>
  );
}
