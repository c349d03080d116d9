import { expect, test } from 'vitest';
import { createDrafts, dropSaved, keepDraft, openDraft } from '../../../../renderer/ui/drafts/drafts.ts';

/** The storage of a tab, with a limit of characters for each value. */
function tab(limit = Number.POSITIVE_INFINITY) {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => {
      if (text.length > limit) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      items.set(name, text);
    },
    removeItem: (name: string) => void items.delete(name),
  };
}

test('a draft survives a refresh of its tab', () => {
  const storage = tab();
  keepDraft(createDrafts('a.json', storage), 'add users', { name: 'Ada' }, { name: '' });
  expect(openDraft(createDrafts('a.json', storage), 'add users', { name: '' })).toEqual({
    value: { name: 'Ada' },
    isRestored: true,
  });
});

test('drafts of another editor, workspace or tab are not restored', () => {
  const storage = tab();
  createDrafts('a.json', storage).keep('add users', 'Ada');
  const unchanged = { value: '', isRestored: false };
  expect(openDraft(createDrafts('a.json', storage), 'add orders', '')).toEqual(unchanged);
  expect(openDraft(createDrafts('b.json', storage), 'add users', '')).toEqual(unchanged);
  expect(openDraft(createDrafts('a.json', tab()), 'add users', '')).toEqual(unchanged);
});

test('input that returns to its initial value is no draft', () => {
  const storage = tab();
  const drafts = createDrafts('', storage);
  keepDraft(drafts, 'name', 'Ada', '');
  keepDraft(drafts, 'name', '', '');
  expect(drafts.read('name')).toBeUndefined();
  expect(storage.items.size).toBe(0);
});

test('a draft that equals the value saved meanwhile is dropped', () => {
  const storage = tab();
  const drafts = createDrafts('', storage);
  drafts.keep('name', 'Ada');
  expect(openDraft(drafts, 'name', 'Ada')).toEqual({ value: 'Ada', isRestored: false });
  expect(storage.items.size).toBe(0);
});

test('a dropped draft does not come back', () => {
  const storage = tab();
  const drafts = createDrafts('', storage);
  drafts.keep('name', 'Ada');
  drafts.drop('name');
  expect(drafts.read('name')).toBeUndefined();
  expect(createDrafts('', storage).read('name')).toBeUndefined();
});

test('a draft that the storage refuses lasts until the page closes, and no older one takes its place', () => {
  const storage = tab(10);
  const drafts = createDrafts('', storage);
  drafts.keep('name', 'Ada');
  drafts.keep('name', 'Ada Lovelace');
  expect(drafts.read('name')).toBe('Ada Lovelace');
  expect(createDrafts('', storage).read('name')).toBeUndefined();
});

test('an unreadable draft is ignored', () => {
  const storage = tab();
  storage.setItem('draft  name', '{');
  expect(createDrafts('', storage).read('name')).toBeUndefined();
});

test('what is offered about a draft goes when something else is, and when its editor opens', () => {
  const shown: string[] = [];
  const drafts = createDrafts('', undefined, (text) => {
    shown.push(text);
    return () => shown.splice(shown.indexOf(text), 1);
  });
  const restore = { title: 'Restore', run: () => {} };
  drafts.offer('add users', 'kept', restore);
  drafts.offer('add users', 'discarded', restore);
  drafts.offer('set users', 'other', restore);
  expect(shown).toEqual(['discarded', 'other']);
  drafts.endOffer('add users');
  expect(shown).toEqual(['other']);
});

test('what was saved from a closed editor is no draft any more, unless it was edited further', () => {
  const shown: string[] = [];
  const drafts = createDrafts('', undefined, (text) => {
    shown.push(text);
    return () => shown.splice(shown.indexOf(text), 1);
  });
  for (const key of ['saved', 'edited']) {
    drafts.keep(key, { name: 'Ada' });
    drafts.offer(key, `${key} is kept`, { title: 'Continue editing', run: () => {} });
  }
  drafts.keep('edited', { name: 'Ada Lovelace' });
  for (const key of ['saved', 'edited']) dropSaved(drafts, key, { name: 'Ada' });
  expect([drafts.read('saved'), drafts.read('edited')]).toEqual([undefined, { name: 'Ada Lovelace' }]);
  expect(shown).toEqual(['edited is kept']);
});
