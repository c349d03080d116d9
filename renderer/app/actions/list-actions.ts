import { mockAddress } from '../../console/mock-address.ts';
import { snippetKinds, snippetNames } from '../../exchange/snippets.ts';
import type { Action } from '../../ui/action.tsx';
import type { Situation } from './situation.ts';

/** What can be done to the records of the collection that is shown. */
export function recordActions({ view, fixtures, edits, bulk, hasRow, isFiltered }: Situation): readonly Action[] {
  const here = view === 'fixtures';
  const ofRow = { group: 'Records', where: 'table', enabled: here && hasRow } as const;
  return [
    {
      id: 'records.add',
      title: 'Add a record',
      group: 'Records',
      shortcut: 'n',
      enabled: here,
      run: () => fixtures.store.setState({ dialog: 'add' }),
    },
    {
      id: 'records.generate',
      title: 'Generate records…',
      group: 'Records',
      shortcut: 'Shift+n',
      enabled: here,
      run: () => bulk.beginGenerating(),
    },
    {
      id: 'records.export',
      title: 'Export records to a file',
      group: 'Records',
      shortcut: 'x',
      enabled: here,
      run: () => fixtures.store.setState({ dialog: 'export' }),
    },
    {
      id: 'records.changed',
      title: 'Show changed records only',
      group: 'Records',
      shortcut: 'c',
      enabled: here,
      run: () => fixtures.toggleChangedOnly(),
    },
    {
      id: 'records.filter',
      title: 'Filter by columns',
      group: 'Records',
      shortcut: 'f',
      enabled: here,
      run: () => fixtures.toggleFilters(),
    },
    {
      id: 'records.clear-query',
      title: 'Clear the query',
      group: 'Records',
      enabled: here && isFiltered,
      run: () => fixtures.ask(''),
    },
    {
      ...ofRow,
      id: 'records.sort',
      title: 'Order by the column',
      shortcut: 's',
      run: () => fixtures.member && fixtures.sortBy(fixtures.member.name, false),
    },
    {
      ...ofRow,
      id: 'records.sort-beside',
      title: 'Order by the column too',
      shortcut: 'Shift+s',
      run: () => fixtures.member && fixtures.sortBy(fixtures.member.name, true),
    },
    {
      ...ofRow,
      id: 'records.pin',
      title: 'Pin the column or let it go',
      shortcut: 'Shift+p',
      run: () => fixtures.togglePinned(),
    },
    { ...ofRow, id: 'records.hide', title: 'Hide the column', shortcut: 'Shift+h', run: () => fixtures.hideColumn() },
    {
      id: 'records.columns',
      title: 'Choose columns',
      group: 'Records',
      shortcut: 'Shift+c',
      enabled: here,
      run: () => fixtures.store.setState(({ choosesColumns }) => ({ choosesColumns: !choosesColumns })),
    },
    {
      ...ofRow,
      id: 'records.edit',
      title: 'Edit the cell',
      shortcut: 'F2',
      otherShortcut: 'Enter',
      run: () => edits.begin(),
    },
    { ...ofRow, id: 'records.toggle', title: 'Turn the status over', shortcut: 'Space', run: () => edits.toggleRow() },
    {
      ...ofRow,
      id: 'records.edit-text',
      title: 'Edit as JSON',
      shortcut: 'e',
      run: () => fixtures.store.setState({ dialog: 'text' }),
    },
    {
      id: 'records.select-all',
      title: 'Select all',
      group: 'Records',
      shortcut: 'Mod+A',
      where: 'table',
      enabled: here,
      run: () => fixtures.selectAll(),
    },
    { ...ofRow, id: 'records.set', title: 'Set a member…', shortcut: 'v', run: () => bulk.beginSetting() },
    { ...ofRow, id: 'records.fill-down', title: 'Fill down', shortcut: 'Mod+D', run: () => void bulk.fillDown() },
    { ...ofRow, id: 'records.paste', title: 'Paste cells…', run: () => bulk.beginPasting() },
    { ...ofRow, id: 'records.duplicate', title: 'Duplicate', shortcut: 'd', run: () => void bulk.duplicate() },
    { ...ofRow, id: 'records.revert', title: 'Revert to fixture', shortcut: 'r', run: () => void bulk.revert() },
    { ...ofRow, id: 'records.keep', title: 'Keep in fixture', shortcut: 'k', run: () => void bulk.keep() },
    { ...ofRow, id: 'records.remove', title: 'Delete', shortcut: 'Delete', run: () => void bulk.remove() },
  ];
}

/** What can be done to the request log. */
export function requestActions({ view, line, requests, server }: Situation): readonly Action[] {
  const formats = { har: 'HAR', json: 'JSON', csv: 'CSV' } as const;
  return [
    {
      id: 'requests.pause',
      title: 'Pause the list or follow',
      group: 'Requests',
      shortcut: 'p',
      enabled: view === 'requests',
      run: () => requests.togglePause(),
    },
    {
      id: 'requests.compare',
      title: 'Compare with another request',
      note: 'the other end of what is chosen, or the one before to the same path',
      group: 'Requests',
      shortcut: 'c',
      enabled: view === 'requests' && line?.startsWith('request-') === true,
      run: () => requests.compare(),
    },
    {
      id: 'requests.pin',
      title: 'Pin the request, or let it go',
      group: 'Requests',
      shortcut: 'Shift+p',
      enabled: view === 'requests' && line?.startsWith('request-') === true,
      run: () => void requests.togglePin(),
    },
    {
      id: 'requests.note',
      title: 'Write a note on the request',
      group: 'Requests',
      shortcut: 'n',
      enabled: view === 'requests' && line?.startsWith('request-') === true,
      run: () => requests.beginNote(),
    },
    ...snippetKinds.map((kind) => ({
      id: `requests.copy-${kind}`,
      title: `Copy the request as ${snippetNames[kind]}`,
      group: 'Requests',
      ...(kind === 'curl' && { shortcut: 'Shift+c' }),
      enabled: view === 'requests' && line?.startsWith('request-') === true,
      run: () => void requests.copyAs(kind, mockAddress(server)),
    })),
    {
      id: 'requests.clear',
      title: 'Clear the log',
      group: 'Requests',
      enabled: true,
      run: () => void requests.clear(),
    },
    ...(['har', 'json', 'csv'] as const).map((format) => ({
      id: `requests.export-${format}`,
      title: `Export the log as ${formats[format]}`,
      group: 'Requests',
      enabled: true,
      run: () => void requests.export(format),
    })),
  ];
}
