/** Pixels between two chips, and of the arrow of the menu with the space before it. */
const chipGap = 4;
const arrowWidth = 18;
/** Pixels of the menu of the chips that do not fit: at least, and at most for the name of the active one. */
export const menuWidths = { least: 100, most: 220 };

/**
 * How many chips of these widths fit into a row, beside the menu of the others. The menu gets room for the name of the active
 * chip if it holds that one; the chips before it stay where they are. Widths are in pixels; `active` is -1 for none.
 */
export function fittingChips(widths: readonly number[], room: number, active = -1): number {
  const edges = widths.map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width + chipGap, 0));
  if ((edges.at(-1) ?? 0) - chipGap <= room) return widths.length;
  const beside = (menu: number) => edges.filter((edge) => edge + menu <= room).length;
  const fitting = beside(menuWidths.least);
  if (active < fitting) return fitting;
  const wanted = (widths[active] ?? 0) + arrowWidth;
  return beside(Math.max(menuWidths.least, Math.min(menuWidths.most, wanted)));
}
