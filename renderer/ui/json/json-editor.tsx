import { lazy, Suspense } from 'react';
import { classNames } from '../class-names.ts';
import styles from './json-editor.module.css';
import type { Completions, TextFault } from './json-places.ts';

export interface JsonEditorProps {
  /** For a screen reader; the editor shows none. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Lines that are seen at once; beyond, the text scrolls. */
  readonly lines: number;
  /** What is not right with a text, in the order of its places. Asked a moment after somebody has typed. */
  readonly check?: ((text: string) => Promise<readonly TextFault[]>) | undefined;
  readonly completions?: Completions | undefined;
  /** Whether the text is JSON, and coloured as such. */
  readonly plain?: boolean;
  /** Why the text as a whole was refused, or null. */
  readonly reason?: string | null;
  /** Begins with the keyboard in it, at the member with that JSON pointer; the empty one is the beginning. */
  readonly startAt?: string | undefined;
  /** Ctrl+Enter. */
  readonly onSave?: (() => void) | undefined;
  /** Escape, where it closes nothing else. */
  readonly onLeave?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
}

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
