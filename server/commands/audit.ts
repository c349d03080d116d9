import { clientsInLog } from '../audit/log-audit.ts';
import type { CommandInput } from '../contract/command.ts';
import type { auditCommands } from '../contract/commands/audit.ts';
import { selectRules } from '../domain/audit/audit.ts';
import { auditReport } from '../domain/audit/result.ts';
import { auditScenes, type Scene } from '../domain/audit/scenes.ts';
import { nearestName } from '../domain/basics/nearest-name.ts';
import { problem } from '../domain/basics/problem.ts';
import { accept, type Result, refuse } from '../domain/basics/result.ts';
import { formatReport } from '../domain/report/documents.ts';
import { reportEndings } from '../domain/report/report.ts';
import { defaultScenario } from '../domain/scenario/scenario.ts';
import { systemClock } from '../runtime/clock.ts';
import { decodeDeclared } from '../store/scenario-file.ts';
import type { HandlerContext, Handlers } from './context.ts';

/** The audit of clients, and the scenes that play against them. */
export function auditHandlers({
  auditor,
  scenePlayer,
  log,
  scheduler,
  workspaces,
}: HandlerContext): Pick<Handlers, keyof typeof auditCommands> {
  /** The built-in scenes and the scenarios with rules, by name; a built-in one hides a scenario of its name. */
  function allScenes(): ReadonlyMap<string, Scene> {
    const scenarios = [...workspaces.current.workspace.scenarios.values()].filter(
      ({ name }) => name !== defaultScenario.name,
    );
    const own = scenarios.map((scenario): Scene => ({ ...scenario, exercises: [] }));
    const scenes = new Map(auditScenes.map((scene) => [scene.name, scene]));
    for (const scene of own) if (!scenes.has(scene.name)) scenes.set(scene.name, scene);
    return scenes;
  }

  function sceneOf(given: NonNullable<CommandInput<'audit.begin'>['scenes']>[number]): Result<Scene> {
    if (typeof given !== 'string') {
      const { exercises = [], ...declared } = given;
      const decoded = decodeDeclared(declared);
      return decoded.ok ? accept({ ...decoded.value, exercises }) : decoded;
    }
    const all = allScenes();
    const found = all.get(given);
    if (found) return accept(found);
    const expected = [...all.keys()];
    const near = nearestName(given, expected);
    const advice = near === undefined ? '' : `, but "${near}"`;
    return refuse(problem('unknown-scenario', `There is no scene "${given}"${advice}.`, { expected }));
  }

  return {
    'audit.clients': async ({ clientHeader }) =>
      accept({ clients: await scheduler.run(clientsInLog(log, clientHeader)) }),

    'audit.run': (input) => auditor.run(input),

    'audit.report': async ({ format, ...input }) => {
      const done = await auditor.run(input);
      if (!done.ok) return done;
      const report = auditReport(done.value.results, workspaces.current.workspace.title, systemClock.now());
      return accept({ file: `audit.${reportEndings[format]}`, text: formatReport(report, format, done.value) });
    },

    'audit.scenes': () =>
      accept({
        scenes: Array.from(allScenes().values(), ({ name, description, exercises }) => ({
          name,
          description,
          exercises,
        })),
      }),

    'audit.begin': ({ scenes: given, ...options }) => {
      const rules = selectRules(options.rules ?? 'all');
      if (!rules.ok) return refuse(problem('bad-request', rules.problem));
      const scenes: Scene[] = [];
      for (const one of given ?? auditScenes.map(({ name }) => name)) {
        const scene = sceneOf(one);
        if (!scene.ok) return scene;
        scenes.push(scene.value);
      }
      return scenePlayer.begin(scenes, options);
    },

    'audit.step': () => scenePlayer.step(),

    'audit.end': () => scenePlayer.end(),

    'audit.cancel': () => {
      scenePlayer.cancel();
      return accept(null);
    },
  };
}
