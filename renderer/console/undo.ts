import type { Problem } from '../../server/domain/basics/problem.ts';
import type { Result } from '../../server/domain/basics/result.ts';
import { isJsonArray, isJsonObject, type Json, member } from '../../server/domain/json/json.ts';
import type { Client } from './client.ts';

interface MessageAction {
  readonly title: string;
  readonly run: () => void;
}

/** The messages of the console, as far as an undo needs them. */
export interface UndoMessages {
  readonly say: (text: string) => void;
  readonly fail: (text: string) => void;
  readonly offerUntilEdit: (text: string, action: MessageAction) => void;
  readonly withdraw: () => void;
  readonly ask: (question: {
    readonly title: string;
    readonly text: string;
    readonly verb: string;
  }) => Promise<boolean>;
}

type Step = 'history.undo' | 'history.redo';

const verbs = { 'history.undo': 'Undo', 'history.redo': 'Redo' } as const;

/**
 * Undoes the latest edit, or redoes the last undone one. An edit of another window is named first. Returns the label of the
 * edit; null if there was none, the person did not agree, or the host refused, which a message says.
 */
export async function takeStep(client: Client, messages: UndoMessages, name: Step): Promise<string | null> {
  messages.withdraw();
  let edit: number | undefined;
  for (;;) {
    const reply: Result<{ readonly label: string | null }> = await client.call(
      name,
      edit === undefined ? {} : { edit },
    );
    if (reply.ok) return reply.value.label;
    const [other] = editsOfOthers(reply.problem);
    if (!other) {
      messages.fail(reply.problem.detail);
      return null;
    }
    if (!(await messages.ask(questionAbout(verbs[name], [other])))) return null;
    edit = other.id;
  }
}

/** Undoes or redoes up to an edit, or with null all; edits of other windows are named first. */
export async function goTo(client: Client, messages: UndoMessages, id: number | null, verb: string): Promise<void> {
  // What the click itself saved, as it left a field, is older than the steps.
  await client.settled();
  messages.withdraw();
  const reply = await client.call('history.goTo', { id });
  if (reply.ok) return;
  const others = editsOfOthers(reply.problem);
  if (others.length === 0) return messages.fail(reply.problem.detail);
  if (!(await messages.ask(questionAbout(verb, others)))) return;
  const again = await client.call('history.goTo', { id, others: true });
  if (!again.ok) messages.fail(again.problem.detail);
}

/**
 * Undoes the edit that a message offers to undo; false if it was not undone. The press may itself save another edit, as it leaves
 * a field: that one is the latest by then, and stays.
 */
export async function undo(client: Client, messages: UndoMessages): Promise<boolean> {
  const before = client.editsDone();
  await client.settled();
  if (client.editsDone() === before) return (await takeStep(client, messages, 'history.undo')) !== null;
  messages.say('Not undone, because another edit was made after it. Undo takes back the latest edit first.');
  return false;
}

/** Shows a message with a button that undoes the latest edit, as long as it is the latest. `begin` is called first; what it returns, once it is undone. */
export function offerUndo(
  client: Client,
  messages: UndoMessages,
  text: string,
  begin: () => () => unknown = () => () => {},
): void {
  const run = async () => {
    const onUndone = begin();
    if (await undo(client, messages)) onUndone();
  };
  messages.offerUntilEdit(text, { title: 'Undo', run: () => void run() });
}

interface OtherEdit {
  readonly id: number;
  readonly label: string;
}

/** Labels that a question lists at most. */
const namedEdits = 3;

function questionAbout(verb: string, edits: readonly OtherEdit[]) {
  const labels = edits.slice(0, namedEdits).map(({ label }) => `“${label}”`);
  const more = edits.length > namedEdits ? ` and ${edits.length - namedEdits} more` : '';
  const was = edits.length === 1 ? 'was' : 'were';
  return {
    title: `${verb} ${edits.length === 1 ? 'an edit' : `${edits.length} edits`} of another window?`,
    text: `${labels.join(', ')}${more} ${was} made in another window.`,
    verb,
  };
}

/** The edits of others that an `edit-conflict` of the history names; none for any other problem. */
function editsOfOthers({ type, edits }: Problem): readonly OtherEdit[] {
  const listed = edits as Json | undefined;
  if (type !== '/problems/edit-conflict' || !isJsonArray(listed)) return [];
  return listed.flatMap((edit) => {
    const [id, label] = isJsonObject(edit) ? [member(edit, 'id'), member(edit, 'label')] : [];
    return typeof id === 'number' && typeof label === 'string' ? [{ id, label }] : [];
  });
}
