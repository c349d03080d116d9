import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Custom properties reach into the shadow root, so one theme serves light and dark. */
const theme = EditorView.theme({
  '&': {
    height: '100%',
    flex: '1 1 auto',
    minHeight: '0',
    color: 'var(--text)',
    fontSize: 'var(--size-data)',
    background: 'transparent',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-data)', lineHeight: '18px', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': { border: '0', background: 'var(--bg-panel)', color: 'var(--text-faint)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 10px', minWidth: '24px' },
  '.cm-activeLineGutter, .cm-activeLine': { background: 'transparent' },
  '.cm-activeLineGutter': { color: 'var(--text)' },
  '::selection': { background: 'color-mix(in srgb, var(--accent) 30%, transparent)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--accent-soft)', color: 'inherit' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--bad-soft)', color: 'var(--bad)' },
  '.cm-lintRange-error': {
    background: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--bad)' },
  '.cm-tooltip': {
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-float)',
    background: 'var(--bg)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-float)',
    overflow: 'hidden',
  },
  '.cm-diagnostic': {
    maxWidth: '48ch',
    padding: '4px 8px',
    border: '0',
    fontFamily: 'var(--font-ui)',
    fontSize: '12px',
    lineHeight: '16px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    minWidth: '180px',
    maxHeight: '220px',
    fontFamily: 'var(--font-data)',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '16px',
    justifyContent: 'space-between',
    padding: '0 8px',
    borderRadius: 'var(--radius)',
    lineHeight: '24px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--accent-text)',
  },
  '.cm-completionDetail': { margin: '0', color: 'var(--text-soft)', fontStyle: 'normal' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
});

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info)' },
  { tag: [tags.separator, tags.brace, tags.squareBracket], color: 'var(--text-soft)' },
]);

/** The editor's theme, from the console's tokens. */
export const jsonTheme: Extension = [theme, syntaxHighlighting(highlighting)];
