/** Plots lines as a self-contained SVG, with logarithmic scales on both axes. */

const width = 720;
const height = 420;
const frame = { left: 70, right: 540, top: 30, bottom: 370 };
const colours = ['#2563eb', '#dc2626', '#059669', '#9333ea', '#d97706'];

/**
 * @typedef {object} Line
 * @property {string} name
 * @property {readonly (readonly [x: number, y: number])[]} points
 */

/**
 * @param {{ title: string, xName: string, yName: string, lines: readonly Line[] }} plot
 * @returns {string}
 */
export function plot({ title, xName, yName, lines }) {
  const points = lines.flatMap((line) => line.points);
  const x = scale(
    points.map(([at]) => at),
    frame.left,
    frame.right,
  );
  const y = scale(
    points.map(([, value]) => value),
    frame.bottom,
    frame.top,
  );
  const grid = [
    ...x.decades.map((at) => rule(x.place(at), frame.top, x.place(at), frame.bottom)),
    ...x.decades.map((at) => text(x.place(at), frame.bottom + 18, at.toLocaleString('en'), 'middle')),
    ...y.decades.map((value) => rule(frame.left, y.place(value), frame.right, y.place(value))),
    ...y.decades.map((value) => text(frame.left - 8, y.place(value) + 4, value.toLocaleString('en'), 'end')),
  ];
  const drawn = lines.flatMap(({ name, points: own }, index) => {
    const colour = colours[index % colours.length] ?? 'black';
    const path = own.map(([at, value]) => `${x.place(at)},${y.place(value)}`).join(' ');
    const label = 40 + index * 22;
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...own.map(([at, value]) => `<circle cx="${x.place(at)}" cy="${y.place(value)}" r="3" fill="${colour}"/>`),
      `<rect x="${frame.right + 16}" y="${label - 9}" width="10" height="10" fill="${colour}"/>`,
      text(frame.right + 32, label, name, 'start'),
    ];
  });
  const names = [
    text(frame.left, 18, title, 'start'),
    text((frame.left + frame.right) / 2, height - 12, xName, 'middle'),
    text(frame.right + 16, height - 12, yName, 'start'),
  ];
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`;
  return [
    head,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...grid,
    ...drawn,
    ...names,
    '</svg>\n',
  ].join('\n');
}

/**
 * A logarithmic scale: the decades around the values, and a function from a value to its place between start and end.
 * @param {readonly number[]} values
 * @param {number} start
 * @param {number} end
 */
function scale(values, start, end) {
  const least = Math.floor(Math.log10(Math.min(...values)));
  const most = Math.max(least + 1, Math.ceil(Math.log10(Math.max(...values))));
  const decades = Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index));
  const place = (/** @type {number} */ value) =>
    Math.round(start + ((end - start) * (Math.log10(value) - least)) / (most - least));
  return { decades, place };
}

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
function rule(x1, y1, x2, y2) {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#d4d4d8"/>`;
}

/** @param {number} x @param {number} y @param {string} content @param {'start' | 'middle' | 'end'} anchor */
function text(x, y, content, anchor) {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="#27272a">${escaped}</text>`;
}
