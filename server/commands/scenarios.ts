import type { Caller } from '../contract/caller.ts';
import type { scenarioCommands } from '../contract/commands/scenarios.ts';
import type { ImportedScenarios } from '../contract/schema/import.ts';
import type { DryRun } from '../contract/schema/output.ts';
import { type Problem, problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { type DryResponse, dryResponse } from '../domain/endpoints/dry-response.ts';
import { targetOf } from '../domain/endpoints/endpoints.ts';
import { type JsonObject, jsonEqual } from '../domain/json/json.ts';
import { changeValue } from '../domain/records/edit-history.ts';
import { headerLinesOf } from '../domain/response/mock-response.ts';
import { type ReadyScenario, readyScenarios } from '../domain/scenario/ready-scenarios.ts';
import { type DeclaredScenario, defaultScenario, type Scenario, sameScenario } from '../domain/scenario/scenario.ts';
import { type ScenarioChange, type ScenarioRename, sameScenarios } from '../domain/scenario/scenario-change.ts';
import { ScenarioRun } from '../domain/scenario/scenario-run.ts';
import type { ScenarioRuns } from '../domain/scenario/scenario-runs.ts';
import { scenarioSubject } from '../domain/scenario/scenario-subject.ts';
import { editConflict } from '../editing/edit-conflict.ts';
import { nameScenarioEdit } from '../editing/name-scenarios.ts';
import { replaceScenarios } from '../editing/replace-scenarios.ts';
import { fileName } from '../export/file-name.ts';
import { announceScenario } from '../feed/announce-scenario.ts';
import { describeBytes } from '../log/captured-body.ts';
import { headerPairs } from '../message/header-lines.ts';
import { HttpRequest } from '../message/http-request.ts';
import { bytesOf } from '../message/long-text.ts';
import { parseTarget } from '../message/request-target.ts';
import { decodeDeclared, encodeScenarioFile, readScenarioFile } from '../store/scenario-file.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** The scenarios of the workspace, their order, and which is active. Edits of them can be undone. */
export function scenarioHandlers({
  workspaces,
  log,
  feed,
}: HandlerContext): Pick<Handlers, keyof typeof scenarioCommands> {
  const scenarios = () => workspaces.current.workspace.scenarios;

  function find(name: string): Result<Scenario> {
    const found = scenarios().get(name);
    if (found) return accept(found);
    return refuse(
      problem('unknown-scenario', `There is no scenario "${name}".`, { expected: [...scenarios().keys()] }),
    );
  }

  /** {@link replaceScenarios} as an edit that can be undone, or as a proposal to all instances. */
  function changeScenarios(
    { console: by }: Caller,
    label: string,
    after: readonly Scenario[],
    renamed: ScenarioRename | null = null,
  ): void {
    const { current } = workspaces;
    const { workspace, proposal } = current;
    const before = [...workspace.scenarios.values()];
    const first = workspace.firstScenario;
    const wanted = { next: after, begin: first === renamed?.from ? renamed.to : first, rename: renamed };
    if (proposal) {
      if (sameScenarios(before, after)) return;
      proposal.scenarios(wanted);
      proposal.remember({ label, by });
      return;
    }
    const removed = new Map<ScenarioRuns, string>();
    const replace = (change: ScenarioChange) => {
      const { active } = workspace.runs;
      replaceScenarios(current, change, removed);
      feed.markDirty('scenarios', 'sessions');
      if (workspace.runs.active !== active) announceScenario(workspaces, log, feed);
    };
    const changes = changeValue<ScenarioChange>(
      { next: before, begin: first, rename: renamed && { from: renamed.to, to: renamed.from } },
      wanted,
      replace,
      (a, b) => sameScenarios(a.next, b.next),
    );
    current.remember({ label, by, changes });
  }

  /** Why scenarios cannot be added: the workspace has others under their names than it had by a preview. */
  function overtakenBy(added: readonly Scenario[], bases: Bases = {}): Problem | undefined {
    for (const one of added) {
      const conflict = conflictWith(bases[one.name], scenarios().get(one.name) ?? null, one);
      if (conflict) return conflict;
    }
    return undefined;
  }

  /** A replaced scenario keeps its place; new ones come last. */
  function addScenarios(caller: Caller, label: string, added: readonly Scenario[]): void {
    const all = new Map(scenarios());
    for (const one of added) all.set(one.name, one);
    changeScenarios(caller, label, [...all.values()]);
  }

  function offered(): readonly ReadyScenario[] {
    const { collections, paths } = workspaces.current.workspace;
    return readyScenarios(scenarioSubject([...collections.values()], paths));
  }

  const others = (name: string) => [...scenarios().values()].filter((one) => one.name !== name);
  const placeOf = (name: string) => [...scenarios().keys()].indexOf(name);

  return {
    'scenarios.put': ({ scenario: given, replaces, at, base }, caller) => {
      const read = decodeDeclared(given);
      if (!read.ok) return read;
      const scenario = read.value;
      const replaced = find(replaces ?? scenario.name);
      if (!replaced.ok && replaces !== undefined) return replaced;
      const before = replaced.ok ? replaced.value.name : null;
      const conflict = conflictWith(base, replaced.ok ? replaced.value : null, scenario);
      if (conflict) return refuse(conflict);
      const isRenamed = before !== null && before !== scenario.name;
      if (isRenamed && scenarios().has(scenario.name)) {
        const errors = [{ pointer: '/name', detail: 'another scenario has this name' }];
        return refuse(problem('conflict', `There is a scenario "${scenario.name}" already.`, { errors }));
      }
      if (isRenamed && before === defaultScenario.name) return refuse(defaultStays('have another name'));
      const rest = others(before ?? scenario.name);
      changeScenarios(
        caller,
        nameScenarioEdit(replaced.ok ? replaced.value : null, scenario),
        rest.toSpliced(at ?? (before === null ? rest.length : placeOf(before)), 0, scenario),
        isRenamed ? { from: before, to: scenario.name } : null,
      );
      return accept(scenario);
    },

    'scenarios.remove': ({ name }, caller) => {
      const found = find(name);
      if (!found.ok) return found;
      if (name === defaultScenario.name) return refuse(defaultStays('be removed'));
      changeScenarios(caller, `delete of scenario ${name}`, others(name));
      return accept(null);
    },

    'scenarios.move': ({ name, to }, caller) => {
      const found = find(name);
      if (!found.ok) return found;
      changeScenarios(caller, `move of scenario ${name}`, others(name).toSpliced(to, 0, found.value));
      return accept(null);
    },

    'scenarios.export': ({ names }) => {
      const wanted = names ?? scenarios().keys();
      const found: Scenario[] = [];
      for (const name of new Set(wanted)) {
        const one = find(name);
        if (!one.ok) return one;
        found.push(one.value);
      }
      const [only] = names?.length === 1 ? found : [];
      const title = only ? only.name : `${workspaces.current.workspace.title} scenarios`;
      return accept({ file: fileName(title, 'json'), text: encodeScenarioFile(found) });
    },

    'scenarios.dryRun': async ({ scenario, request: { method, target: address, headers, body = null }, times }) => {
      const run = typeof scenario === 'string' ? runOf(scenario) : startRun(scenario);
      if (!run.ok) return run;
      const parsed = parseTarget(address);
      if (!parsed.ok) return parsed;
      const { path } = parsed.value;
      const lines = headers.flat();
      const { workspace } = workspaces.current;
      const text = body === null ? undefined : accept(body);
      const request = new HttpRequest(method, parsed.value, lines, text, run.value.scenario.name);
      const target = targetOf(workspace, path);
      const { name } = run.value.scenario;
      // An edited scenario begins with the first request.
      const shared = typeof scenario === 'string' ? workspace.outcomes : undefined;
      const counted = await shared?.values(name, run.value.keysFor(target));
      if (counted?.ok === false) return counted;
      const previews = run.value.preview(request, target, workspace.now, times, counted?.value);
      return accept<DryRun>({
        target,
        requests: previews.map(({ outcome, verdicts }) => {
          const response = dryResponse(workspace, request, { scenario: run.value.scenario, outcome });
          return {
            rules: verdicts,
            delivery: outcome.delivery,
            status: response?.status ?? null,
            response: response && describeResponse(response),
          };
        }),
      });
    },

    'scenarios.import': ({ text, fileName, as, bases }, caller) => {
      const read = readScenarioFile(text);
      if (!read.ok) return read;
      const good = read.value.flatMap(({ scenario }) => (scenario.ok ? [scenario.value] : []));
      const imported: ImportedScenarios = {
        scenarios: good.map((one) => ({ name: one.name, rules: one.rules.length, ...compared(one) })),
        refused: read.value.flatMap(({ name, scenario }) => (scenario.ok ? [] : [{ name, reasons: scenario.problem }])),
      };
      if (as === 'preview') return accept(imported);
      const conflict = overtakenBy(good, bases);
      if (conflict) return refuse(conflict);
      const different = good.filter((one) => compared(one).state !== 'same');
      if (different.length === 0) {
        return refuse(problem('conflict', 'Every scenario of the file is in the workspace already.'));
      }
      addScenarios(caller, `import of ${fileName}`, different);
      return accept(imported);
    },

    'scenarios.ready': () =>
      accept(
        offered().map(({ scenario, note, unfit }) => {
          const { name, description, rules } = scenario;
          return { name, description, rules: rules.length, ...compared(scenario), note, unfit };
        }),
      ),

    'scenarios.addReady': ({ names, bases }, caller) => {
      const offers = new Map(offered().map((one) => [one.scenario.name, one]));
      const wanted: Scenario[] = [];
      for (const name of new Set(names)) {
        const offer = offers.get(name);
        if (!offer) {
          const expected = [...offers.keys()];
          return refuse(problem('unknown-scenario', `There is no ready-made scenario "${name}".`, { expected }));
        }
        if (offer.unfit !== null) return refuse(problem('conflict', `"${name}" cannot be added. ${offer.unfit}`));
        if (compared(offer.scenario).state !== 'same') wanted.push(offer.scenario);
      }
      const conflict = overtakenBy(wanted, bases);
      if (conflict) return refuse(conflict);
      const [only, ...more] = wanted;
      if (!only) return refuse(problem('conflict', 'These scenarios are in the workspace already.'));
      const label = more.length === 0 ? `new scenario ${only.name}` : `${wanted.length} ready-made scenarios`;
      addScenarios(caller, label, wanted);
      return accept({ names: wanted.map(({ name }) => name) });
    },

    'scenario.activate': ({ name, session }) => {
      const { workspace, sessions } = workspaces.current;
      const found = find(name);
      if (!found.ok) return found;
      const activated = workspace.activate(name, session === undefined ? workspace.runs : sessions.use(session).runs);
      if (session === undefined) announceScenario(workspaces, log, feed);
      else feed.markDirty('sessions');
      return activated;
    },
  };

  /** How a scenario compares with the one of its name. */
  function compared(scenario: Scenario): Pick<ImportedScenarios['scenarios'][number], 'state' | 'base'> {
    const base = scenarios().get(scenario.name) ?? null;
    if (!base) return { state: 'new', base };
    return { state: sameScenario(base, scenario) ? 'same' : 'replaces', base };
  }

  function runOf(name: string): Result<ScenarioRun> {
    const found = find(name);
    return found.ok ? accept(workspaces.current.workspace.runs.find(name) ?? new ScenarioRun(found.value)) : found;
  }
}

type Bases = Readonly<Record<string, DeclaredScenario | null>>;

/** Why a scenario cannot be saved: it has changed since the edit began, other than to the wanted scenario. */
function conflictWith(
  base: DeclaredScenario | null | undefined,
  now: Scenario | null,
  wanted: Scenario,
): Problem | undefined {
  const [theirs, begun] = [now as JsonObject | null, base as unknown as JsonObject | null | undefined];
  if (begun === undefined || jsonEqual(theirs, begun) || (now && sameScenario(now, wanted))) return undefined;
  return editConflict(`scenario "${now?.name ?? wanted.name}"`, theirs, begun);
}

function startRun(given: DeclaredScenario): Result<ScenarioRun> {
  const read = decodeDeclared(given);
  return read.ok ? accept(new ScenarioRun(read.value)) : read;
}

/** Bytes of a body that a dry run shows. */
const shownBytes = 4096;

function describeResponse({ status, headers, body, values }: DryResponse): DryRun['requests'][number]['response'] {
  const whole = body === null ? null : bytesOf(body);
  return {
    status,
    headers: headerPairs(headerLinesOf(headers)),
    body: whole && describeBytes(whole, shownBytes),
    values,
  };
}

function defaultStays(what: string) {
  return problem('conflict', `The scenario "${defaultScenario.name}" is in every workspace and cannot ${what}.`);
}
