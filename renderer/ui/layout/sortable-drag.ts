/** An item on its way to another place of its list; all lengths in pixels. */
export interface Drag {
  readonly from: number;
  /** Where it would be if it were let go now. */
  readonly to: number;
  /** How far it is from where it began. */
  readonly by: number;
  /** Where the pointer took hold of it, on the scale of the scrolled content. */
  readonly pointer: number;
  /** Where the items were, in their order. */
  readonly boxes: readonly { readonly top: number; readonly height: number }[];
}

/** The drag with the pointer elsewhere: the item goes where its middle is beyond the middles of the others. */
export function dragTo(drag: Drag, pointer: number): Drag {
  const { from, boxes } = drag;
  const by = pointer - drag.pointer;
  const middle = middleOf(boxes[from]) + by;
  const before = boxes.filter((box, index) => index !== from && middleOf(box) < middle);
  return { ...drag, by, to: before.length };
}

/** How far an item stands from where it was, so that there is a gap where the dragged one would go. */
export function shiftOf({ from, to, by, boxes }: Drag, index: number): number {
  if (index === from) return by;
  const step = stepOf(boxes, from);
  if (index > from && index <= to) return -step;
  if (index < from && index >= to) return step;
  return 0;
}

function middleOf(box: Drag['boxes'][number] | undefined): number {
  return box ? box.top + box.height / 2 : 0;
}

/** The height of an item, and the gap to the next. */
function stepOf(boxes: Drag['boxes'], index: number): number {
  const [box, next, before] = [boxes[index], boxes[index + 1], boxes[index - 1]];
  if (box && next) return next.top - box.top;
  if (box && before) return box.height + (box.top - before.top - before.height);
  return box?.height ?? 0;
}
