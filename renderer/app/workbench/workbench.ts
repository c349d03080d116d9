import { Conflicts } from '../../conflict/conflicts.ts';
import type { ConsoleConnection } from '../../console/connection.ts';
import { StepsAhead } from '../../console/steps-ahead.ts';
import { Audits } from '../../features/audit/audits.ts';
import { Drifts } from '../../features/audit/drifts.ts';
import { Collections } from '../../features/fixtures/collections/collections.ts';
import { BulkEdits } from '../../features/fixtures/editing/bulk-edits.ts';
import { Edits } from '../../features/fixtures/editing/edits.ts';
import { Fixtures } from '../../features/fixtures/model/fixtures.ts';
import { revealAdded, revealIn } from '../../features/fixtures/model/reveal-record.ts';
import { Imports } from '../../features/imports/imports.ts';
import { Labs } from '../../features/labs/labs.ts';
import { Comparison } from '../../features/live-state/comparison.ts';
import { LiveStates } from '../../features/live-state/live-states.ts';
import { Expectations } from '../../features/requests/expectations/expectations.ts';
import { Requests } from '../../features/requests/log/requests.ts';
import { ReadyScenarios } from '../../features/scenarios/model/ready-scenarios.ts';
import { ScenarioImports } from '../../features/scenarios/model/scenario-imports.ts';
import { Scenarios } from '../../features/scenarios/model/scenarios.ts';
import { SettingsEdits } from '../../features/settings/settings-edits.ts';
import { TimeMachine } from '../../features/time-machine/time-machine.ts';
import { TryIt } from '../../features/try-it/model/try-it.ts';
import { createDrafts } from '../../ui/drafts/drafts.ts';
import { createToaster } from '../../ui/overlay/toaster.ts';
import { go } from '../base/views.ts';
import { Tour } from './tour.ts';

/** The models that the views show and the actions change; each workspace has its own. */
export type Workbench = Readonly<ReturnType<typeof createWorkbench>>;

/** `storage` keeps the drafts. */
export function createWorkbench({ client, mirror, nth }: ConsoleConnection, storage?: Storage) {
  const toaster = createToaster();
  // What a message offers to undo is no longer the latest edit.
  client.onEdit(toaster.withdraw);
  // Each edit gives the history anew, and a switch by somebody else leaves nothing to return from.
  mirror.store.subscribe(({ state }, before) => {
    if (state?.history !== before.state?.history || state?.scenario !== before.state?.scenario) toaster.forgetUndo();
  });
  const conflicts = new Conflicts(toaster);
  const workspace = mirror.store.getState().state?.workspace;
  const drafts = createDrafts(workspace?.file ?? workspace?.name ?? '', storage, toaster.offer);
  const fixtures = new Fixtures(client, mirror);
  const edits = new Edits(fixtures, client, toaster, conflicts);
  const requests = new Requests(mirror.log, client, toaster, conflicts);
  const scenarios = new Scenarios(client, mirror.store, toaster, conflicts);
  const expectations = new Expectations(client, mirror, toaster, conflicts);
  /** Shows a request in the log; false if the log no longer holds it. */
  const openRequest = (id: number): boolean => {
    if (mirror.log.indexOf(`request-${id}`) < 0) return false;
    expectations.show(false);
    requests.open(id);
    go('requests');
    return true;
  };
  const showRequest = (id: number) => {
    if (!openRequest(id)) toaster.say(`The log no longer holds request ${id}.`);
  };
  const showRecord = (collection: string, id: string) => {
    revealIn(fixtures, collection, id);
    go('fixtures');
  };
  return {
    /** Counts the workbenches of the page. */
    nth,
    client,
    stepsAhead: new StepsAhead(client, mirror.store),
    toaster,
    conflicts,
    drafts,
    fixtures,
    edits,
    collections: new Collections(client, mirror, fixtures, toaster, conflicts),
    bulk: new BulkEdits(fixtures, edits, client, toaster),
    imports: new Imports(client, toaster, {
      added: (added) => {
        go('fixtures');
        return revealAdded(fixtures, added);
      },
      changed: ({ collection, id }) => {
        revealIn(fixtures, collection, id);
        go('fixtures');
      },
      empty: (collection) => {
        fixtures.open(collection);
        go('fixtures');
      },
    }),
    scenarios,
    scenarioImports: new ScenarioImports(client, toaster, () => scenarios.remember()),
    readyScenarios: new ReadyScenarios(client, toaster, () => scenarios.remember()),
    requests,
    expectations,
    audits: new Audits(client, mirror, toaster, openRequest),
    drifts: new Drifts(client, toaster),
    timeMachine: new TimeMachine(client, toaster, openRequest),
    labs: new Labs(client, mirror, toaster, showRequest),
    settingsEdits: new SettingsEdits(client, mirror.store, toaster),
    liveStates: new LiveStates(client, toaster),
    comparison: new Comparison(client, mirror, toaster, { record: showRecord, request: showRequest }),
    tryIt: new TryIt(client, mirror, toaster, showRequest, drafts),
    tour: new Tour(client, mirror, requests, toaster, () => expectations.show(false)),
  };
}
