import type { KeyboardEvent } from 'react';

/**
 * Arrow keys for a list or table of items with buttons: up and down move to the same button of the next item, left and
 * right between the buttons of one item, Home and End to the first and last item.
 */
export const itemArrows = { onKeyDown: moveFocus };

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLButtonElement)) return;
  const items = Array.from(currentTarget.querySelectorAll('li, tbody tr'), (item) => [
    ...item.querySelectorAll('button'),
  ]).filter((buttons) => buttons.length > 0);
  const row = items.findIndex((buttons) => buttons.includes(target));
  const column = items[row]?.indexOf(target) ?? 0;
  const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    Home: [0, column],
    End: [items.length - 1, column],
  };
  const step = steps[key];
  const buttons = step && items[step[0]];
  if (!buttons || step[1] < 0) return;
  event.preventDefault();
  buttons[Math.min(step[1], buttons.length - 1)]?.focus();
}
