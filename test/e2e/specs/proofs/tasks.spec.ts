import { expect } from '@playwright/test';
import { test } from '../../console-test.ts';
import { Hands } from '../../hands.ts';
import { Frame } from '../../pages/frame.ts';
import { dataTasks } from '../../tasks/data-tasks.ts';
import { beginAgain } from '../../tasks/desk.ts';
import { requestTasks } from '../../tasks/request-tasks.ts';
import { scenarioTasks } from '../../tasks/scenario-tasks.ts';

const tasks = [...dataTasks, ...scenarioTasks, ...requestTasks];

const byKeyboard = { how: 'keyboard', counted: 'keys', steps: 'byKeyboard' } as const;
const byMouse = { how: 'mouse', counted: 'clicks', steps: 'byMouse' } as const;

for (const { how, counted, steps } of [byKeyboard, byMouse]) {
  test(`by ${how}, the tasks of a tester's week take as few ${counted} as they should`, async ({
    console,
    request,
  }) => {
    test.slow();
    const { page } = console;
    const mock = await new Frame(page).mockUrl();
    for (const task of tasks) {
      await test.step(`${task.title}: ${task[counted]} ${counted}`, async () => {
        const desk = { page, mock, request, hands: new Hands(page) };
        await beginAgain(desk);
        await task.before?.(desk);
        await task[steps](desk);
        await task.check(desk);
        expect(desk.hands[counted], task.title).toBe(task[counted]);
        await task.after?.(desk);
      });
    }
  });
}
