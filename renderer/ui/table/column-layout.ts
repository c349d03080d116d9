/** A column with its default place in the table. */
export interface PlacedColumn {
  readonly id: string;
  /** Hidden by default. */
  readonly hidden?: boolean;
  /** Pinned to the start by default. */
  readonly pinned?: boolean;
  /** Default width in pixels. */
  readonly width: number;
}

/** Choices by column id; pairs, because an id may be any text, even `__proto__`. */
type Choices<Choice> = readonly (readonly [id: string, choice: Choice])[];

/** A person's layout of the columns; anything not in it has the column's default. */
export interface ColumnLayout {
  /** Columns not listed follow in their default order. */
  readonly order: readonly string[];
  readonly shown: Choices<boolean>;
  readonly pinned: Choices<boolean>;
  /** Pixels. */
  readonly widths: Choices<number>;
}

export const defaultLayout: ColumnLayout = { order: [], shown: [], pinned: [], widths: [] };

/** The columns in display order, pinned ones first. */
export interface Arrangement<Column> {
  readonly all: readonly Column[];
  readonly shown: readonly Column[];
  /** Number of pinned columns among those shown. */
  readonly pinned: number;
}

export function arrange<Column extends PlacedColumn>(
  columns: readonly Column[],
  layout: ColumnLayout,
): Arrangement<Column> {
  const places = new Map(layout.order.map((id, place) => [id, place]));
  const placeOf = ({ id }: Column) => places.get(id) ?? places.size;
  const ordered = columns.toSorted((a, b) => placeOf(a) - placeOf(b));
  const hasPin = (column: Column) => isPinned(layout, column);
  const all = [...ordered.filter(hasPin), ...ordered.filter((column) => !hasPin(column))];
  const shown = all.filter((column) => isShown(layout, column));
  return { all, shown, pinned: shown.filter(hasPin).length };
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

/** Moves a column to the place of another. It becomes pinned among pinned columns, and unpinned among the others. */
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
