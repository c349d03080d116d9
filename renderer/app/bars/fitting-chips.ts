/** Pixels between two chips, and of the menu of those that do not fit at least. The menu is as wide for every scenario. */
const chipGap = 4;
export const menuWidth = 100;

/** How many chips of these widths fit into a row, beside the menu of the others. Widths are in pixels. */
export function fittingChips(widths: readonly number[], room: number): number {
  const edges = widths.map((_, index) => widths.slice(0, index + 1).reduce((sum, width) => sum + width + chipGap, 0));
  if ((edges.at(-1) ?? 0) - chipGap <= room) return widths.length;
  return edges.filter((edge) => edge + menuWidth <= room).length;
}
