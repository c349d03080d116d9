import { useStore } from 'zustand';
import { useHost } from '../../../console/use-console.ts';
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx';
import type { Expectations } from './expectations.ts';

/** Switches between the log and the expectations. */
export function ListSwitch({ expectations }: { readonly expectations: Expectations }) {
  const shown = useStore(expectations.store, (state) => state.shown);
  const { total, met } = useHost((state) => state.expectations);
  return (
    <SegmentedControl
      label="List"
      options={[
        { value: 'log', title: 'Log' },
        { value: 'expectations', title: total === 0 ? 'Expectations' : `Expectations ${met}/${total}` },
      ]}
      chosen={shown ? 'expectations' : 'log'}
      onChoose={(value) => expectations.show(value === 'expectations')}
    />
  );
}
