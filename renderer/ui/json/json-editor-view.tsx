import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { type Diagnostic, forEachDiagnostic, linter, lintKeymap } from '@codemirror/lint';
import { Annotation, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { Refusal } from '../display/refusal.tsx';
import { completeJson } from './json-completion.ts';
import styles from './json-editor.module.css';
import { type Completions, rangeOf, type TextFault } from './json-places.ts';
import { jsonTheme } from './json-theme.ts';

/** Milliseconds after the last letter before a text is checked. */
const checkPause = 250;
/** Faults that are listed; all are marked. */
const listed = 4;

/** Escape is for leaving, also where something is selected; an open list of completions takes it before. */
const plainKeys = defaultKeymap.filter(({ key }) => key !== 'Escape');

/** Marks a text that was given to the editor, not written in it. */
const given = Annotation.define<true>();

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

interface ListedFault {
  readonly line: number;
  readonly from: number;
  readonly detail: string;
}

/** The editor itself. It stands in a shadow, where its styles are sheets of its own and the page's policy is kept. */
export function JsonEditorView(props: JsonEditorProps) {
  const { label, value, lines, startAt, reason = null } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;
  /** Texts that were written and of which the page has not heard back: they come back late, and change nothing. */
  const written = useRef<string[]>([]);
  const [faults, setFaults] = useState<readonly ListedFault[]>([]);

  const tell = (text: string) => {
    written.current.push(text);
    latest.current.onChange(text);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what changes is read from `latest`.
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

  useEffect(() => {
    const editor = view.current;
    const heard = written.current.indexOf(value);
    written.current.splice(0, heard + 1);
    if (!editor || heard >= 0 || editor.state.doc.toString() === value) return;
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: value },
      annotations: given.of(true),
    });
  }, [value]);

  const goTo = (from: number) => {
    view.current?.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    view.current?.focus();
  };
  const isWrong = reason !== null || faults.length > 0;
  return (
    <div className={styles.editor}>
      <div
        ref={place}
        className={classNames(styles.box, isWrong && styles.wrong)}
        style={{ '--lines': lines } as CSSProperties}
        data-autofocus={startAt === undefined ? undefined : ''}
      />
      {reason !== null && <Refusal>{reason}</Refusal>}
      <div role="status" className={styles.faults}>
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

/** Goes to the end of what a pointer leads to: most want to write there. */
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
      // A dialog gives the keyboard to the box around, which hands it on to what is marked so.
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
 * Text that is typed in place of a selection. A browser would keep the colour of what was selected in a style attribute,
 * which the page's policy refuses; so the editor does it by itself.
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
