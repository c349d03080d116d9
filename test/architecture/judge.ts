/** Compares imports with the table of rooms, and finds circles. */
import { posix } from 'node:path';
import type { Import } from './imports.ts';
import type { Room } from './room.ts';

/** `from → to`, the name of an import in every finding. */
const arrow = ({ from, to }: Import): string => `${from} → ${to}`;

/** The room of a file, or undefined when the table has none. */
export function roomOf(path: string, rooms: readonly Room[]): Room | undefined {
  return rooms.find((room) => room.path === path) ?? rooms.find((room) => room.path === posix.dirname(path));
}

/** The files that belong to no room. */
export function findHomeless(paths: readonly string[], rooms: readonly Room[]): readonly string[] {
  return paths.filter((path) => roomOf(path, rooms) === undefined).sort();
}

/** The folders of more than `most` files. */
export function findCrowded(paths: readonly string[], most: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const folder of paths.map(posix.dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count > most ? [folder] : [])).sort();
}

/** The imports that no row allows, by their arrows. */
export function findForbidden(imports: readonly Import[], rooms: readonly Room[]): readonly string[] {
  return [...new Set(imports.filter((one) => !isAllowed(one, rooms)).map(arrow))].sort();
}

function isAllowed({ from, to }: Import, rooms: readonly Room[]): boolean {
  const room = roomOf(from, rooms);
  if (room === undefined) return false;
  const isFile = posix.extname(to) !== '' && to.includes('/');
  if (!isFile) return room.packages.includes(to);
  const target = roomOf(to, rooms);
  return target === room || (target !== undefined && mayImport(room, target, rooms));
}

function mayImport(room: Room, target: Room, rooms: readonly Room[]): boolean {
  if (rooms.indexOf(target) >= rooms.indexOf(room)) return false;
  return room.rooms.some((pattern) => {
    const folder = pattern.replace(/\/\*\*$/, '');
    return target.path === folder || (folder !== pattern && target.path.startsWith(`${folder}/`));
  });
}

/** Circles of files. Each is one line: its files in alphabetical order. */
export function findFileCircles(imports: readonly Import[]): readonly string[] {
  return findCircles(imports.map(({ from, to }) => [from, to]));
}

/** Circles of rooms. Each is one line: its rooms in alphabetical order. */
export function findRoomCircles(imports: readonly Import[], rooms: readonly Room[]): readonly string[] {
  const arrows = imports.map(({ from, to }) => [roomOf(from, rooms)?.path, roomOf(to, rooms)?.path] as const);
  return findCircles(arrows.flatMap(([from, to]) => (from && to && from !== to ? [[from, to] as const] : [])));
}

/** Tarjan's algorithm: the strongly connected components of more than one node, and nodes that lead to themselves. */
function findCircles(arrows: readonly (readonly [from: string, to: string])[]): readonly string[] {
  const next = new Map<string, Set<string>>();
  for (const [from, to] of arrows) next.set(from, (next.get(from) ?? new Set()).add(to));
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    open.push(node);
    let low = index;
    for (const target of next.get(node) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === index) {
      const component = open.splice(open.indexOf(node));
      if (component.length > 1 || next.get(node)?.has(node)) circles.push(component.sort().join(' '));
    }
    return low;
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return circles.sort();
}
