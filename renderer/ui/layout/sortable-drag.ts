/** A drag of a list item; all lengths in pixels. */
export interface Drag {
  readonly from: number;
  /** The index after a drop at this moment. */
  readonly to: number;
  /** The distance from the start. */
  readonly by: number;
  /** Where the drag began, in coordinates of the scrolled content. */
  readonly pointer: number;
  /** The boxes of all items at the start, in their order. */
  readonly boxes: readonly { readonly top: number; readonly height: number }[];
}

/** The drag after a move of the pointer: the item comes after every item whose middle it has passed. */
export function dragTo(drag: Drag, pointer: number): Drag {
  const { from, boxes } = drag;
  const by = pointer - drag.pointer;
  const middle = middleOf(boxes[from]) + by;
  const before = boxes.filter((box, index) => index !== from && middleOf(box) < middle);
  return { ...drag, by, to: before.length };
}

/** The shift of an item that opens a gap for the dragged one. */
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
