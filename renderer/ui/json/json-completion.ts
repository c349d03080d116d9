import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type Completions, placeAt } from './json-places.ts';

/** Completes member names and values at the cursor. */
export function completeJson(completions: () => Completions | undefined): Extension {
  return autocompletion({ icons: false, override: [(context) => offer(context, completions())] });
}

function offer(context: CompletionContext, completions: Completions | undefined): CompletionResult | null {
  const place = completions && placeAt(context.state, context.pos);
  if (!place || (place.from === context.pos && !context.explicit)) return null;
  const options =
    place.kind === 'member'
      ? completions
          .membersAt(place.path)
          .filter(({ name }) => !place.taken.includes(name))
          .map(({ name, detail }, rank) => memberOption(name, detail, rank))
      : completions.valuesAt(place.path).map(valueOption);
  return options.length === 0 ? null : { from: place.from, options, validFor: /^"?[^"\n]*$/ };
}

function memberOption(name: string, detail: string, rank: number): Completion {
  const text = JSON.stringify(name);
  return {
    label: text,
    displayLabel: name,
    detail,
    boost: -rank,
    apply: (view, _completion, from, to) => {
      const end = behindQuote(view, to);
      const hasColon = /^\s*:/.test(view.state.sliceDoc(end, end + 20));
      const insert = hasColon ? text : `${text}: `;
      view.dispatch({ changes: { from, to: end, insert }, selection: { anchor: from + insert.length } });
      if (!hasColon) startCompletion(view);
    },
  };
}

function valueOption(value: unknown, rank: number): Completion {
  const text = JSON.stringify(value);
  return {
    label: text,
    boost: -rank,
    apply: (view, _completion, from, to) =>
      view.dispatch({
        changes: { from, to: behindQuote(view, to), insert: text },
        selection: { anchor: from + text.length },
      }),
  };
}

/** Replaces the closing quotation mark, which the completion writes again. */
function behindQuote(view: EditorView, position: number): number {
  return view.state.sliceDoc(position, position + 1) === '"' ? position + 1 : position;
}
