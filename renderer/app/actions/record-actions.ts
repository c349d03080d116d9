import { onceRead } from '../../features/fixtures/editing/once-read.ts';
import { hideColumn, togglePinned } from '../../features/fixtures/model/active-column.ts';
import type { Action } from '../../ui/base/action.tsx';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

/** The actions on the records of the collection in view. */
export function recordActions({ view, fixtures, edits, bulk, hasRow, isFiltered }: ActionInputs): readonly Action[] {
  const here = view === 'fixtures';
  const ofRow = { where: 'table', enabled: here && hasRow, why: 'Select a record first.' } as const;
  return actionsOf({ group: 'Records', enabled: here, why: 'Open Fixtures first.' }, [
    {
      id: 'records.add',
      isLocal: true,
      title: 'Add a record',
      shortcut: 'n',
      run: () => fixtures.store.setState({ dialog: 'add' }),
    },
    {
      id: 'records.generate',
      isLocal: true,
      title: 'Generate records…',
      shortcut: 'Shift+n',
      run: () => bulk.beginGenerating(),
    },
    {
      id: 'records.export',
      title: 'Export records to a file',
      shortcut: 'x',
      run: () => fixtures.store.setState({ dialog: 'export' }),
    },
    {
      id: 'records.changed',
      title: 'Show changed records only',
      shortcut: 'c',
      run: () => fixtures.toggleChangedOnly(),
    },
    { id: 'records.filter', title: 'Filter by columns', shortcut: 'f', run: () => fixtures.toggleFilters() },
    {
      id: 'records.clear-query',
      title: 'Clear the query',
      enabled: here && isFiltered,
      run: () => fixtures.ask({ query: '' }),
    },
    {
      ...ofRow,
      id: 'records.sort',
      title: 'Sort by the column',
      shortcut: 's',
      run: () => fixtures.member && fixtures.sortBy(fixtures.member.name, false),
    },
    {
      ...ofRow,
      id: 'records.sort-beside',
      title: 'Add the column to the sort order',
      shortcut: 'Shift+s',
      run: () => fixtures.member && fixtures.sortBy(fixtures.member.name, true),
    },
    {
      ...ofRow,
      id: 'records.pin',
      isLocal: true,
      title: 'Pin or unpin the column',
      shortcut: 'Shift+p',
      run: () => togglePinned(fixtures),
    },
    {
      ...ofRow,
      id: 'records.hide',
      isLocal: true,
      title: 'Hide the column',
      shortcut: 'Shift+h',
      run: () => hideColumn(fixtures),
    },
    {
      id: 'records.columns',
      isLocal: true,
      title: 'Choose columns',
      shortcut: 'Shift+c',
      run: () => fixtures.store.setState(({ choosesColumns }) => ({ choosesColumns: !choosesColumns })),
    },
    {
      ...ofRow,
      id: 'records.edit',
      isLocal: true,
      title: 'Edit the cell',
      shortcut: 'F2',
      otherShortcut: 'Enter',
      run: () => onceRead(fixtures, () => edits.begin()),
    },
    {
      ...ofRow,
      id: 'records.toggle',
      title: 'Toggle the status',
      shortcut: 'Space',
      run: () => onceRead(fixtures, () => edits.toggles.toggleRow()),
    },
    {
      ...ofRow,
      id: 'records.edit-text',
      isLocal: true,
      title: 'Edit as JSON',
      shortcut: 'e',
      run: () => onceRead(fixtures, () => fixtures.store.setState({ dialog: 'text' })),
    },
    {
      id: 'records.select-all',
      title: 'Select all',
      shortcut: 'Mod+A',
      where: 'table',
      run: () => fixtures.selectAll(),
    },
    {
      ...ofRow,
      id: 'records.set',
      isLocal: true,
      title: 'Set a member…',
      shortcut: 'v',
      run: () => bulk.beginSetting(),
    },
    {
      ...ofRow,
      id: 'records.null',
      title: 'Set the cell to null',
      shortcut: 'Mod+Backspace',
      run: () => void bulk.clear(null),
    },
    {
      ...ofRow,
      id: 'records.unset',
      title: 'Remove the member',
      shortcut: 'Mod+Shift+Backspace',
      run: () => void bulk.clear(undefined),
    },
    { ...ofRow, id: 'records.fill-down', title: 'Fill down', shortcut: 'Mod+D', run: () => void bulk.fillDown() },
    { ...ofRow, id: 'records.paste', isLocal: true, title: 'Paste cells…', run: () => bulk.beginPasting() },
    { ...ofRow, id: 'records.duplicate', title: 'Duplicate', shortcut: 'd', run: () => bulk.duplicate() },
    { ...ofRow, id: 'records.revert', title: 'Revert to fixture', shortcut: 'r', run: () => void bulk.revert() },
    { ...ofRow, id: 'records.keep', title: 'Keep in fixture', shortcut: 'k', run: () => void bulk.keep() },
    { ...ofRow, id: 'records.remove', title: 'Delete', shortcut: 'Delete', run: () => bulk.remove() },
  ]);
}
