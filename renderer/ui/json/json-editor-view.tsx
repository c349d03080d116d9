import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Diagnostic, forEachDiagnostic, linter, lintKeymap } from '@codemirror/lint';
import { Annotation, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../base/class-names.ts';
import { Refusal } from '../display/refusal.tsx';
import { completeJson } from './json-completion.ts';
import styles from './json-editor.module.css';
import { type Completions, laidOut, rangeOf, type TextFault } from './json-places.ts';
import { jsonTheme } from './json-theme.ts';

/** Milliseconds between the last keystroke and a check. */
const checkPause = 250;
/** Faults listed below the editor; the text marks all. */
const listed = 4;

/** Escape leaves the editor instead of shrinking the selection; an open completion list handles it first. */
const plainKeys = defaultKeymap.filter(({ key }) => key !== 'Escape');

/** Marks a transaction that sets the text from the props. */
const given = Annotation.define<true>();

export interface JsonEditorProps {
  /** For screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Visible lines; longer text scrolls. */
  readonly lines: number;
  /** True if the editor grows with its text, up to most of the window. */
  readonly grows?: boolean;
  /** True if buttons follow: the first fault then has its row before it comes, so that they stay under the pointer. */
  readonly aboveButtons?: boolean;
  /** Finds the faults of a text, in order of position. Called after a pause in typing. */
  readonly check?: ((text: string) => Promise<readonly TextFault[]>) | undefined;
  readonly completions?: Completions | undefined;
  /** Turns JSON highlighting off. */
  readonly plain?: boolean;
  /** Why the whole text was refused, or null. */
  readonly reason?: string | null;
  /** Focuses the editor at the value of this JSON pointer; '' is the beginning. */
  readonly startAt?: string | undefined;
  /** Called on Ctrl+Enter. */
  readonly onSave?: (() => void) | undefined;
  /** Escape, unless it closes something else. */
  readonly onLeave?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
}

interface ListedFault {
  readonly line: number;
  readonly from: number;
  readonly detail: string;
}

/** The editor, in a shadow root, where CodeMirror can adopt style sheets without breaking the content security policy. */
export function JsonEditorView(props: JsonEditorProps) {
  const { label, value, lines, grows = false, aboveButtons = false, startAt, reason = null } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;
  /** Texts reported by `onChange` that have not come back as `value`; they must not reset the editor. */
  const written = useRef<string[]>([]);
  const [faults, setFaults] = useState<readonly ListedFault[]>([]);

  const tell = (text: string) => {
    written.current.push(text);
    // CodeMirror reads typed text outside of the event of the key: a busy page would render it after the next key, which saves it.
    flushSync(() => latest.current.onChange(text));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: created once; reads changing props from `latest`.
  useEffect(() => {
    const host = place.current;
    if (!host) return;
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
    const editor = new EditorView({
      root,
      parent: root,
      doc: value,
      extensions: extensionsOf(latest, tell, setFaults),
    });
    view.current = editor;
    if (startAt !== undefined) begin(editor, startAt);
    return () => editor.destroy();
  }, [label]);

  // At once with the render: a key between the two would be replaced by the text that it was typed into.
  useLayoutEffect(() => {
    const editor = view.current;
    const heard = written.current.indexOf(value);
    written.current.splice(0, heard + 1);
    if (!editor || heard >= 0) return;
    const text = editor.state.doc.toString();
    if (text === value) return;
    const { anchor, head } = editor.state.selection.main;
    editor.dispatch({
      changes: { from: 0, to: text.length, insert: value },
      // The person may go on typing where the cursor was.
      selection: { anchor: laidOut(text, anchor, value), head: laidOut(text, head, value) },
      annotations: given.of(true),
    });
  }, [value]);

  const goTo = (from: number) => {
    view.current?.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    view.current?.focus();
  };
  const isWrong = reason !== null || faults.length > 0;
  const rows = Math.min(faults.length, listed + 1);
  // Faults keep their room after they are gone: a button below would move away under a click.
  const [mostRows, setMostRows] = useState(aboveButtons ? 1 : 0);
  if (rows > mostRows) setMostRows(rows);
  return (
    <div className={styles.editor}>
      <div
        ref={place}
        className={classNames(styles.box, grows && styles.grows, isWrong && styles.wrong)}
        style={{ '--lines': lines } as CSSProperties}
        data-autofocus={startAt === undefined ? undefined : ''}
      />
      {reason !== null && <Refusal>{reason}</Refusal>}
      <div role="status" className={styles.faults} style={{ '--rows': mostRows } as CSSProperties}>
        {faults.slice(0, listed).map(({ line, from, detail }) => (
          <button key={`${from} ${detail}`} type="button" className={styles.fault} onClick={() => goTo(from)}>
            <span className={styles.line}>Line {line}</span>
            {detail}
          </button>
        ))}
        {faults.length > listed && <p className={styles.more}>and {faults.length - listed} more</p>}
      </div>
    </div>
  );
}

/** Puts the cursor at the end of the value of a pointer. */
function begin(editor: EditorView, pointer: string): void {
  const { from, to } = rangeOf(editor.state, { at: pointer, detail: '' });
  editor.dispatch({
    selection: { anchor: pointer === '' ? 0 : to, head: pointer === '' ? 0 : from },
    scrollIntoView: true,
  });
  editor.focus();
}

function extensionsOf(
  props: RefObject<JsonEditorProps>,
  onWrite: (text: string) => void,
  onFaults: (faults: readonly ListedFault[]) => void,
): readonly Extension[] {
  const { label, lines, startAt, plain = false } = props.current;
  const save = () => {
    props.current.onSave?.();
    return props.current.onSave !== undefined;
  };
  const leave = () => {
    props.current.onLeave?.();
    return props.current.onLeave !== undefined;
  };
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run: save }])),
    history(),
    EditorState.tabSize.of(2),
    EditorView.lineWrapping,
    lines > 6 ? [lineNumbers(), highlightActiveLineGutter()] : [],
    bracketMatching(),
    closeBrackets(),
    indentOnInput(),
    plain ? [] : json(),
    completeJson(() => props.current.completions),
    linter(async ({ state }) => diagnosticsOf(state, props.current.check), { delay: checkPause }),
    keymap.of([...closeBracketsKeymap, ...lintKeymap, ...plainKeys, ...historyKeymap]),
    Prec.low(keymap.of([{ key: 'Escape', run: leave }])),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-multiline': 'true',
      spellcheck: 'false',
      // An editable element is a tab stop anyway; tools that check scroll areas look for the attribute.
      tabindex: '0',
      // The dialog focuses the host element, which delegates the focus to this one.
      ...(startAt !== undefined && { autofocus: '' }),
    }),
    EditorView.domEventHandlers({ blur: () => props.current.onBlur?.(), beforeinput: typeOver }),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      const isWritten = docChanged && !transactions.some((one) => one.annotation(given));
      if (isWritten) onWrite(state.doc.toString());
      if (transactions.some(({ effects }) => effects.length > 0)) onFaults(faultsIn(state));
    }),
    jsonTheme,
  ];
}

/**
 * Replaces a selection by typed text. The browser would keep the selection's colour in a style attribute, which the content
 * security policy forbids.
 */
function typeOver(event: InputEvent, view: EditorView): boolean {
  const { state } = view;
  const { from, to, empty } = state.selection.main;
  const { data } = event;
  if (event.inputType !== 'insertText' || data === null || empty) return false;
  const insert = () => state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
  const isHandled = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert));
  if (!isHandled) view.dispatch(insert());
  event.preventDefault();
  return true;
}

async function diagnosticsOf(state: EditorState, check: JsonEditorProps['check']): Promise<readonly Diagnostic[]> {
  const faults = (await check?.(state.doc.toString())) ?? [];
  return faults.map((fault) => ({ ...rangeOf(state, fault), severity: 'error', message: fault.detail }));
}

function faultsIn(state: EditorState): readonly ListedFault[] {
  const faults: ListedFault[] = [];
  forEachDiagnostic(state, ({ message }, from) => {
    faults.push({ line: state.doc.lineAt(from).number, from, detail: message });
  });
  return faults;
}
