import type { Report } from '../report/report.ts';
import type { DriftChange, DriftCheck } from './drift.ts';

const outcomes = { same: 'passed', different: 'failed', unknown: 'skipped' } as const;

/** The checks as a report. What is only information counts as passed. */
export function driftReport(checks: readonly DriftCheck[], title: string, upstream: string, time: number): Report {
  const cases = checks.map(({ id, rule, title: name, collection, outcome, severity, detail, change }) => {
    const isInformation = outcome === 'different' && severity === 'information';
    return {
      name: isInformation ? `${name}: ${detail}` : `${name} (${id})`,
      group: collection,
      outcome: isInformation ? 'passed' : outcomes[outcome],
      type: rule,
      message: detail,
      lines: change ? [`Change that makes them equal: ${describeChange(change)}.`] : [],
    } as const;
  });
  return { title: `Drift of ${title} from ${upstream}`, time, cases };
}

/** A change in words, such as `the setting pageSize: 10`. */
export function describeChange(change: DriftChange): string {
  switch (change.kind) {
    case 'settings': {
      const named = Object.entries(change.settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
      return `the setting ${named.join(', ')}`;
    }
    case 'order':
      return `the order ${change.sort ?? 'by key'} of ${change.collection}`;
    case 'schema':
      return `the schema of ${change.collection} by the records of the service`;
    case 'quirk': {
      const size = change.size === null ? '' : ` ${change.size}`;
      return change.isOn ? `the quirk ${change.quirk}${size}` : `the scenario without the quirk ${change.quirk}`;
    }
  }
}
