import type { RequestDetail } from '../../../server/contract/schema/output.ts';
import { secretsOf } from '../../../server/domain/request/secrets.ts';
import { type ChosenFile, textFile } from '../../console/file-text.ts';
import { programVersion } from '../../console/program-version.ts';
import { snippetKinds, snippetNames } from '../../exchange/snippets.ts';
import type { ImportTarget } from '../../features/imports/imports.ts';
import type { ReportContext } from '../../features/requests/log/bug-report.ts';
import { sentRecords } from '../../features/requests/log/logged-request.ts';
import type { Action } from '../../ui/base/action.tsx';
import { go, rememberPlace } from '../base/views.ts';
import { type ActionInputs, actionsOf } from './action-inputs.ts';

export const chooseRequest = 'Choose a request first.';

/** The actions on the request log. */
export function requestActions(inputs: ActionInputs): readonly Action[] {
  const { requests, server, settings, view } = inputs;
  const ofRequest = { enabled: isOnRequest(inputs), why: chooseRequest };
  const formats = { har: 'HAR', json: 'JSON', csv: 'CSV' } as const;
  return actionsOf({ group: 'Requests' }, [
    {
      id: 'requests.pause',
      isLocal: true,
      title: 'Pause or follow the log',
      shortcut: 'p',
      enabled: view === 'requests',
      run: () => requests.togglePause(),
    },
    {
      ...ofRequest,
      id: 'requests.compare',
      isLocal: true,
      title: 'Compare with another request',
      note: 'the other end of the selection, or the previous request to the same path',
      shortcut: 'c',
      run: () => requests.compare(),
    },
    {
      ...ofRequest,
      id: 'requests.pin',
      title: 'Pin or unpin the request',
      shortcut: 'Shift+p',
      run: () => void requests.annotations.togglePin(),
    },
    {
      ...ofRequest,
      id: 'requests.note',
      title: 'Add a note to the request',
      shortcut: 'n',
      run: () => requests.annotations.beginNote(),
    },
    ...snippetKinds.map((kind) => ({
      ...ofRequest,
      id: `requests.copy-${kind}`,
      isLocal: true,
      title: `Copy the request as ${snippetNames[kind]}`,
      ...(kind === 'curl' && { shortcut: 'Shift+c' }),
      run: () => void requests.copyAs(kind, server, secretsOf(settings)),
    })),
    {
      ...ofRequest,
      id: 'requests.copy-report',
      isLocal: true,
      title: 'Copy the request as a bug report',
      shortcut: 'b',
      run: () => void requests.copyReport(reportContext(inputs), secretsOf(settings)),
    },
    {
      ...ofRequest,
      id: 'requests.export-chosen',
      title: 'Export the request as HAR',
      run: () => void requests.exportChosen(),
    },
    ...reuseActions(inputs),
    { id: 'requests.clear', title: 'Clear the log', run: () => void requests.clear() },
    ...(['har', 'json', 'csv'] as const).map((format) => ({
      id: `requests.export-${format}`,
      title: `Export the log as ${formats[format]}`,
      run: () => void requests.export(format),
    })),
  ]);
}

function reportContext({ allScenarios, server, workspaceTitle }: ActionInputs): ReportContext {
  return { scenarios: allScenarios, workspace: workspaceTitle, version: programVersion, server };
}

/** Turns a logged request into a new request, fixtures or a scenario rule. */
function reuseActions(inputs: ActionInputs): readonly Action[] {
  const { requests, imports, scenarios, toaster } = inputs;
  const withDetail = async (use: (detail: RequestDetail, isStillHere: () => boolean) => Promise<void> | void) => {
    const isStillHere = rememberPlace();
    const reply = await requests.chosenDetail();
    if (reply?.ok) await use(reply.value, isStillHere);
    else if (reply) toaster.fail(reply.problem.detail);
  };
  /** Previews an import, unless the person has gone on or has begun another one. */
  const preview = async (file: ChosenFile, isStillHere: () => boolean, target?: ImportTarget) => {
    if (isStillHere() && imports.store.getState().stage === 'none') await imports.read(file, target);
  };
  return actionsOf({ group: 'Requests', enabled: isOnRequest(inputs), why: chooseRequest }, [
    {
      id: 'requests.resend',
      title: 'Send the request again',
      shortcut: 'Shift+t',
      run: () => void withDetail((detail) => requests.sendAgain(detail)),
    },
    {
      id: 'requests.fixture',
      title: 'Make fixtures from the response',
      shortcut: 'f',
      run: () =>
        withDetail(async ({ id }, isStillHere) => {
          const archive = await requests.archive(id);
          if (archive) await preview(textFile(`request ${id}.har`, archive), isStillHere);
        }),
    },
    {
      id: 'requests.fixture-sent',
      title: 'Make fixtures from the request body',
      run: () =>
        withDetail(async (detail, isStillHere) => {
          const sent = sentRecords(detail);
          if (!sent.ok) return toaster.fail(sent.problem);
          const { collection, records } = sent.value;
          const text = JSON.stringify(records);
          await preview(textFile(`request ${detail.id}.json`, text), isStillHere, { into: collection });
        }),
    },
    {
      id: 'requests.rule',
      title: 'Make a scenario rule from the response',
      shortcut: 'r',
      run: () =>
        withDetail(async (detail, isStillHere) => {
          if ((await scenarios.rules.addLike(detail)) && isStillHere()) go('scenarios');
        }),
    },
  ]);
}

/** Whether the Requests view is open with a request chosen. */
export function isOnRequest({ view, chosenLine }: Pick<ActionInputs, 'view' | 'chosenLine'>): boolean {
  return view === 'requests' && chosenLine?.startsWith('request-') === true;
}
