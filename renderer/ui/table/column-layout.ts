/** A column, as far as its place in the table goes. */
export interface PlacedColumn {
  readonly id: string;
  /** Not shown, unless somebody asks for it. */
  readonly hidden?: boolean;
  /** Stays at the start while the others are moved aside, unless somebody lets it go. */
  readonly pinned?: boolean;
  /** Pixels, unless somebody drags it. */
  readonly width: number;
}

/** What somebody has chosen for columns: pairs, because an id may be any text, also one that objects have a member of. */
type Choices<Choice> = readonly (readonly [id: string, choice: Choice])[];

/** How somebody has laid out the columns of a table. Whatever it does not say is as the columns have it by themselves. */
export interface ColumnLayout {
  /** Columns that are not named stand behind those that are, in their own order. */
  readonly order: readonly string[];
  readonly shown: Choices<boolean>;
  readonly pinned: Choices<boolean>;
  /** Pixels. */
  readonly widths: Choices<number>;
}

export const ownLayout: ColumnLayout = { order: [], shown: [], pinned: [], widths: [] };

/** The columns of a table in their order, those that are pinned first. */
export interface Arrangement<Column> {
  readonly all: readonly Column[];
  readonly shown: readonly Column[];
  /** How many of those that are shown are pinned. */
  readonly pinned: number;
}

export function arrange<Column extends PlacedColumn>(
  columns: readonly Column[],
  layout: ColumnLayout,
): Arrangement<Column> {
  const places = new Map(layout.order.map((id, place) => [id, place]));
  const placeOf = ({ id }: Column) => places.get(id) ?? places.size;
  const ordered = columns.toSorted((a, b) => placeOf(a) - placeOf(b));
  const isHeld = (column: Column) => isPinned(layout, column);
  const all = [...ordered.filter(isHeld), ...ordered.filter((column) => !isHeld(column))];
  const shown = all.filter((column) => isShown(layout, column));
  return { all, shown, pinned: shown.filter(isHeld).length };
}

export function isShown({ shown }: ColumnLayout, { id, hidden = false }: PlacedColumn): boolean {
  return choiceOf(shown, id) ?? !hidden;
}

export function isPinned(layout: ColumnLayout, { id, pinned = false }: PlacedColumn): boolean {
  return choiceOf(layout.pinned, id) ?? pinned;
}

export function widthOf({ widths }: ColumnLayout, { id, width }: PlacedColumn): number {
  return choiceOf(widths, id) ?? width;
}

export function showColumn(layout: ColumnLayout, id: string, shown: boolean): ColumnLayout {
  return { ...layout, shown: withChoice(layout.shown, id, shown) };
}

export function pinColumn(layout: ColumnLayout, id: string, pinned: boolean): ColumnLayout {
  return { ...layout, pinned: withChoice(layout.pinned, id, pinned) };
}

const narrowest = 48;

export function resizeColumn(layout: ColumnLayout, id: string, width: number): ColumnLayout {
  return { ...layout, widths: withChoice(layout.widths, id, Math.max(narrowest, Math.round(width))) };
}

/**
 * Puts a column at the place of another one, which makes room. Among those that are pinned it is pinned too, and let go
 * among the others.
 */
export function moveColumn<Column extends PlacedColumn>(
  layout: ColumnLayout,
  columns: readonly Column[],
  id: string,
  target: string,
): ColumnLayout {
  const { all } = arrange(columns, layout);
  const from = all.findIndex((column) => column.id === id);
  const to = all.findIndex((column) => column.id === target);
  const [moved, place] = [all[from], all[to]];
  if (!moved || !place || moved === place) return layout;
  const order = all
    .toSpliced(from, 1)
    .toSpliced(to, 0, moved)
    .map((column) => column.id);
  return pinColumn({ ...layout, order }, id, isPinned(layout, place));
}

function choiceOf<Choice>(choices: Choices<Choice>, id: string): Choice | undefined {
  return choices.find(([chosen]) => chosen === id)?.[1];
}

function withChoice<Choice>(choices: Choices<Choice>, id: string, choice: Choice): Choices<Choice> {
  return [...choices.filter(([chosen]) => chosen !== id), [id, choice]];
}
