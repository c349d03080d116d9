import type { Caller } from '../contract/caller.ts';
import type { driftCommands } from '../contract/commands/drift.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, assertNever, type Result, refuse } from '../domain/basics/result.ts';
import type { DriftChange } from '../domain/drift/drift.ts';
import { driftReport } from '../domain/drift/drift-report.ts';
import { formatReport } from '../domain/report/documents.ts';
import { reportEndings } from '../domain/report/report.ts';
import { defaultScenario, type Rule } from '../domain/scenario/scenario.ts';
import { systemClock } from '../runtime/clock.ts';
import type { HandlerContext, Handlers } from './context.ts';

type Edits = Pick<Handlers, 'settings.set' | 'collections.change' | 'scenarios.put' | 'scenario.activate'>;

/** The comparison with the real service. `edits` make its changes. */
export function driftHandlers(
  { drifter, upstream, workspaces }: HandlerContext,
  edits: Edits,
): Pick<Handlers, keyof typeof driftCommands> {
  /** Adds the rule of a quirk to the active scenario, or takes it away. */
  async function changeQuirk(
    change: Extract<DriftChange, { readonly kind: 'quirk' }>,
    service: string,
    caller: Caller,
  ): Promise<Result<unknown>> {
    const { scenarios, runs } = workspaces.current.workspace;
    const name = runs.active === defaultScenario.name ? `Like ${new URL(service).host}` : runs.active;
    const present = scenarios.get(name) ?? { name, description: `Quirks of ${service}.`, rules: [] };
    const isOfQuirk = ({ then }: Rule) => then.kind === 'quirk' && then.quirk === change.quirk;
    const others = present.rules.filter((rule) => !isOfQuirk(rule));
    const rule = ruleOf(change);
    const place = present.rules.findIndex(isOfQuirk);
    // A change that is applied twice leaves the rule where it is.
    const rules = rule ? others.toSpliced(place < 0 ? others.length : place, 0, rule) : others;
    const put = await edits['scenarios.put']({ scenario: { ...present, rules } }, caller);
    if (!put.ok || runs.active === name) return put;
    return edits['scenario.activate']({ name }, caller);
  }

  function apply(change: DriftChange, service: string, caller: Caller) {
    switch (change.kind) {
      case 'settings':
        return edits['settings.set']({ settings: change.settings as object }, caller);
      case 'order':
        return edits['collections.change']({ collection: change.collection, to: { sort: change.sort } }, caller);
      case 'schema':
        return edits['collections.change']({ collection: change.collection, to: { schema: change.schema } }, caller);
      case 'quirk':
        return changeQuirk(change, service, caller);
      default:
        return assertNever(change);
    }
  }

  return {
    'drift.run': (input, { console: by }) => {
      const url = input.url ?? upstream.href;
      if (url !== '') return drifter.run({ ...input, url }, by);
      return refuse(problem('bad-parameter', 'No upstream is set.', { parameter: 'url', reason: 'is needed' }));
    },

    'drift.exchanges': ({ numbers, run }) => {
      const latest = drifter.latest(run);
      if (!latest.ok) return latest;
      return accept({ exchanges: latest.value.exchanges.filter(({ number }) => numbers.includes(number)) });
    },

    'drift.apply': async ({ check: id, run }, caller) => {
      const latest = drifter.latest(run);
      if (!latest.ok) return latest;
      const { checks, upstream: service } = latest.value.run;
      const change = checks.find((check) => check.id === id)?.change;
      if (!change) return refuse(problem('conflict', `The latest comparison proposes no change for "${id}".`));
      const applied = await apply(change, service, caller);
      return applied.ok ? accept(null) : applied;
    },

    'drift.report': ({ format, run }) => {
      const latest = drifter.latest(run);
      if (!latest.ok) return latest;
      const { upstream: service, requests, checks } = latest.value.run;
      const report = driftReport(checks, workspaces.current.workspace.title, service, systemClock.now());
      const text = formatReport(report, format, { upstream: service, requests, checks });
      return accept({ file: `drift.${reportEndings[format]}`, text });
    },
  };
}

function ruleOf({ quirk, size, isOn }: Extract<DriftChange, { readonly kind: 'quirk' }>): Rule | undefined {
  if (!isOn) return undefined;
  if (quirk !== 'page-size-capped') return { when: {}, then: { kind: 'quirk', quirk } };
  return size === null ? undefined : { when: {}, then: { kind: 'quirk', quirk, size } };
}
