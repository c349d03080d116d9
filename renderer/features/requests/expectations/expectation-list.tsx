import { Download, Plus, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { countName } from '../../../../server/domain/verification/expectation.ts';
import type { ExpectationResult } from '../../../../server/domain/verification/result.ts';
import { ActionButton, reasonOf, useAction } from '../../../ui/base/action.tsx';
import { IconButton } from '../../../ui/base/button.tsx';
import { isFocusTaken } from '../../../ui/base/focusable.ts';
import { formatCount, plural } from '../../../ui/base/format.ts';
import { useRemembered } from '../../../ui/base/remember.ts';
import { narrowWindow, useMedia } from '../../../ui/base/use-media.ts';
import { EmptyState, Waiting } from '../../../ui/display/empty-state.tsx';
import { Toolbar } from '../../../ui/layout/toolbar.tsx';
import { Menu, MenuItem } from '../../../ui/overlay/menu.tsx';
import { defaultLayout } from '../../../ui/table/column-layout.ts';
import type { Column } from '../../../ui/table/table-model.ts';
import { type TableHandle, VirtualTable } from '../../../ui/table/virtual-table.tsx';
import styles from './expectation-list.module.css';
import { type Expectations, keyOf } from './expectations.ts';
import { ListSwitch } from './list-switch.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';
import { standingOf, standingWords } from './standing.ts';

/** The expected requests and their outcomes. */
export function ExpectationList({ expectations }: { readonly expectations: Expectations }) {
  const { results, chosen, arriving } = useStore(expectations.store);
  const table = useRef<TableHandle>(null);
  const [layout, setLayout] = useRemembered('columns.expectations', defaultLayout);
  const isNarrow = useMedia(narrowWindow);
  useEffect(() => expectations.follow(), [expectations]);
  const place = results?.findIndex((result) => keyOf(result) === chosen) ?? -1;
  useEffect(() => {
    if (arriving === null || place < 0) return;
    if (!isFocusTaken()) table.current?.focus();
    expectations.arrived();
  }, [expectations, arriving, place]);
  const selection = useMemo(() => (place < 0 ? null : { anchor: place, head: place, column: 0 }), [place]);
  return (
    <section className="pane" aria-label="Expectations">
      <ExpectationToolbar expectations={expectations} results={results ?? []} />
      {results === null && <Waiting>Reading the expectations…</Waiting>}
      {results?.length === 0 && <NothingExpected />}
      {results !== null && results.length > 0 && (
        <VirtualTable
          label="Expectations"
          layout={layout}
          onLayout={setLayout}
          columns={isNarrow ? narrowColumns : columns}
          count={results.length}
          rowAt={(index) => results[index]}
          rowName={(result) => `${result.expectation.name} ${standingWords[standingOf(result)]}`}
          selection={selection}
          onSelect={({ head }) => expectations.choose(results[head])}
          handle={table}
        />
      )}
    </section>
  );
}

interface ExpectationToolbarProps {
  readonly expectations: Expectations;
  readonly results: readonly ExpectationResult[];
}

function ExpectationToolbar({ expectations, results }: ExpectationToolbarProps) {
  const junit = useAction('expectations.export-junit');
  const json = useAction('expectations.export-json');
  const met = results.filter(({ outcome }) => outcome === 'met').length;
  const withErrors = results.filter((result) => standingOf(result) === 'met-by-errors').length;
  const errors = withErrors > 0 ? `, ${formatCount(withErrors)} with error responses` : '';
  return (
    <Toolbar
      announced
      count={results.length > 0 && `${formatCount(met)} of ${plural(results.length, 'expectation')} met${errors}`}
      actions={
        <>
          <ActionButton id="expectations.add" icon={Plus}>
            Expect
          </ActionButton>
          <Menu trigger={<IconButton label="Export the results" icon={Download} />} align="end">
            {[junit, json].map((action) => (
              <MenuItem key={action.id} why={reasonOf(action)} onSelect={action.run}>
                {action.title}
              </MenuItem>
            ))}
          </Menu>
          <ActionButton id="expectations.clear" icon={Trash2} />
        </>
      }
    >
      <ListSwitch expectations={expectations} />
    </Toolbar>
  );
}

function NothingExpected() {
  return (
    <EmptyState
      title="No expectations yet"
      action={
        <ActionButton id="expectations.add" icon={Plus} look="primary">
          Expect requests
        </ActionButton>
      }
    >
      An expectation describes a request that your app must send, how often and in which order. This list shows which
      expectations are met. You can also create one from a logged request.
    </EmptyState>
  );
}

const columns: readonly Column<ExpectationResult>[] = [
  {
    id: 'outcome',
    title: 'Outcome',
    width: 136,
    pinned: true,
    cell: (result) => <OutcomeBadge result={result} />,
  },
  { id: 'name', title: 'Expectation', width: 200, grows: true, cell: ({ expectation }) => expectation.name },
  {
    id: 'matched',
    title: 'Matched',
    width: 80,
    align: 'end',
    cell: ({ matched }) => <span className={styles.data}>{formatCount(matched)}</span>,
  },
  { id: 'count', title: 'Expected', width: 136, cell: ({ expectation }) => countName(expectation.count) },
  { id: 'session', title: 'Session', width: 96, cell: ({ expectation }) => expectation.session ?? '' },
];

/** A narrow window has room for the outcome and the name, which tells the count; the others can be chosen. */
const narrowColumns = columns.map((column) => ({ ...column, hidden: !['outcome', 'name'].includes(column.id) }));
