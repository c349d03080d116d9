import type { RequestDetail } from '../../../server/contract/schema/output.ts';
import { sentRecords } from '../../features/requests/log/sent-records.ts';
import type { Action } from '../../ui/action.tsx';
import { go } from '../views.ts';
import type { Situation } from './situation.ts';

/** What is made of a request of the log elsewhere. Only here do the log, the fixtures and the scenarios meet. */
export function logActions(situation: Situation): readonly Action[] {
  const { requests, imports, scenarios, toaster, view, line } = situation;
  const base = { group: 'Requests', enabled: view === 'requests' && line?.startsWith('request-') === true };
  const withDetail = async (use: (detail: RequestDetail) => Promise<void> | void) => {
    const reply = await requests.chosenDetail();
    if (reply?.ok) await use(reply.value);
    else if (reply) toaster.fail(reply.problem.detail);
  };
  return [
    {
      ...base,
      id: 'requests.resend',
      title: 'Send it again as it was',
      shortcut: 'Shift+t',
      run: () => void withDetail((detail) => requests.sendAgain(detail)),
    },
    {
      ...base,
      id: 'requests.fixture',
      title: 'Make fixtures of the answer',
      shortcut: 'f',
      run: () =>
        void withDetail(async ({ id }) => {
          const archive = await requests.archive(id);
          if (archive) await imports.read({ name: `request ${id}.har`, text: async () => archive });
        }),
    },
    {
      ...base,
      id: 'requests.fixture-sent',
      title: 'Make fixtures of what was sent',
      run: () =>
        void withDetail(async (detail) => {
          const sent = sentRecords(detail);
          if (!sent.ok) return toaster.fail(sent.problem);
          const { collection, records } = sent.value;
          const text = JSON.stringify(records);
          await imports.read({ name: `request ${detail.id}.json`, text: async () => text }, collection);
        }),
    },
    {
      ...base,
      id: 'requests.rule',
      title: 'Make a scenario rule that answers so',
      shortcut: 'r',
      run: () =>
        void withDetail(async (detail) => {
          if (await scenarios.answerLike(detail)) go('scenarios');
        }),
    },
  ];
}
