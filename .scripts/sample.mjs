/**
 * Writes assets/sample.workspace.json. A seeded generator makes the data, so every run writes the same bytes. To change
 * the sample, change this script and run it.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { root } from './project.mjs';
import { sampleRequests } from './sample-requests.mjs';
import { sampleSchemas } from './sample-schemas.mjs';
import { brands, categories, eventTypes, orderStatuses, plans, regions, userTags } from './sample-words.mjs';

const seed = 42;
const counts = { users: 320, products: 180, orders: 300, events: 400 };
const hour = 3_600_000;
const day = 24 * hour;

/** @typedef {{ name: string, description: string, seed?: number, rules: readonly object[] }} SampleScenario */

/** A seeded generator of numbers from 0 to 1: mulberry32. */
function makeRandom() {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The text of the sample workspace with these scenarios. @param {readonly SampleScenario[]} scenarios */
export function sampleText(scenarios) {
  const random = makeRandom();
  /** @param {number} from @param {number} to both included */
  const whole = (from, to) => from + Math.floor(random() * (to - from + 1));
  /** @template T @param {readonly T[]} list @returns {T} */
  const pick = (list) => /** @type {T} */ (list[whole(0, list.length - 1)]);
  /** @param {number} share */
  const chance = (share) => random() < share;
  /** @param {number} milliseconds since 1970 */
  const timestamp = (milliseconds) => `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
  /** A random moment in the n-th of equal parts of a time span. @param {string} start @param {number} length @param {number} part @param {number} parts */
  const moment = (start, length, part, parts) => Date.parse(start) + ((part + random() * 0.9) * length) / parts;

  const users = Array.from({ length: counts.users }, (_, index) => {
    const { country, cities, given, family, familyFirst } = pick(regions);
    const [first, firstRomanised = first] = split(pick(given));
    const [last, lastRomanised = last] = split(pick(family));
    const created = moment('2023-09-15T00:00:00Z', 1100 * day, index, counts.users);
    const active = chance(0.8);
    return {
      userId: String(index + 1),
      name: nameOf(first, last, familyFirst, firstRomanised !== first),
      status: active ? 'active' : 'inactive',
      email: `${plain(firstRomanised)}.${plain(lastRomanised)}${index + 1}@example.${pick(['com', 'net', 'org'])}`,
      plan: pick(plans),
      age: whole(18, 79),
      address: { city: pick(cities), country },
      tags: userTags.filter(() => chance(0.18)),
      newsletter: chance(0.4),
      created_at: timestamp(created),
      last_login_at: active || chance(0.5) ? timestamp(created + whole(1, 60 * 24) * hour) : null,
    };
  });
  Object.assign(users[41] ?? {}, {
    name: 'Ada Lovelace',
    status: 'active',
    email: 'ada.lovelace@example.com',
    plan: 'enterprise',
    age: 36,
    address: { city: 'London', country: 'GB' },
    tags: ['vip', 'early-adopter'],
    newsletter: true,
    created_at: '2024-02-01T09:00:00Z',
    last_login_at: '2026-09-30T17:45:00Z',
  });
  Object.assign(users[42] ?? {}, {
    name: 'Charles Babbage',
    status: 'inactive',
    email: 'charles.babbage@example.com',
    plan: 'pro',
    age: 79,
    address: { city: 'London', country: 'GB' },
    tags: ['support-heavy'],
    newsletter: false,
    created_at: '2024-02-03T11:30:00Z',
    last_login_at: null,
  });

  const products = Array.from({ length: counts.products }, (_, index) => {
    const category = /** @type {keyof typeof categories} */ (pick(Object.keys(categories)));
    const [things, lowest, highest] = categories[category];
    return {
      id: index + 1,
      sku: `${category.slice(0, 2).toUpperCase()}-${1000 + index * 7}`,
      name: `${pick(brands)} ${pick(things.split('|'))}`,
      category,
      // Cheap products are more common than expensive ones.
      price: (lowest + Math.floor((highest - lowest) * random() ** 2)) / 100,
      currency: 'EUR',
      stock: chance(0.1) ? 0 : whole(1, 400),
      rating: whole(20, 50) / 10,
      discontinued: chance(0.08),
      created_at: timestamp(moment('2022-01-10T00:00:00Z', 1500 * day, index, counts.products)),
    };
  });

  const orders = Array.from({ length: counts.orders }, (_, index) => {
    const created = moment('2026-03-01T06:00:00Z', 220 * day, index, counts.orders);
    const items = Array.from({ length: whole(1, 3) }, () => {
      const { id, name, price } = pick(products);
      return { productId: id, name, quantity: whole(1, 4), price };
    });
    const cents = items.reduce((sum, { quantity, price }) => sum + quantity * Math.round(price * 100), 0);
    return {
      id: 1001 + index,
      userId: pick(users).userId,
      status: pick(orderStatuses),
      total: cents / 100,
      currency: 'EUR',
      date: timestamp(created).slice(0, 10),
      created_at: timestamp(created),
      items,
    };
  });

  const events = Array.from({ length: counts.events }, (_, index) => {
    const type = /** @type {keyof typeof eventTypes} */ (pick(Object.keys(eventTypes)));
    const data = Object.entries(eventTypes[type]).map(([name, values]) => [name, pick(values)]);
    return {
      id: index + 1,
      type,
      userId: pick(users).userId,
      created_at: timestamp(moment('2026-10-01T00:00:00Z', 14 * day, index, counts.events)),
      data: Object.fromEntries(data),
    };
  });

  return workspaceText({ users, products, orders, events }, scenarios);
}

/** @param {string} word @returns {[string, string?]} */
function split(word) {
  const [name = '', romanised] = word.replaceAll('_', ' ').split(':');
  return [name, romanised];
}

/** @param {string} given @param {string} family @param {boolean} familyFirst @param {boolean} ownLetters */
function nameOf(given, family, familyFirst, ownLetters) {
  if (!familyFirst) return `${given} ${family}`;
  return ownLetters ? `${family}${given}` : `${family} ${given}`;
}

/** The letters of a name for an email address. @param {string} name */
function plain(name) {
  const letters = { ł: 'l', Ł: 'l', đ: 'd', Đ: 'd', ø: 'o', ß: 'ss', ı: 'i' };
  const latin = [...name].map((letter) => letters[/** @type {keyof typeof letters} */ (letter)] ?? letter).join('');
  return latin
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
}

/** The file as the program writes it: one record per line. @param {Record<string, readonly object[]>} collections @param {readonly SampleScenario[]} scenarios */
function workspaceText(collections, scenarios) {
  const entries = Object.entries(collections).map(([name, records]) => {
    const { schema, ...definition } = sampleSchemas[/** @type {keyof typeof sampleSchemas} */ (name)];
    const members = Object.entries(definition).map(
      ([member, value]) => `      "${member}": ${JSON.stringify(value)},\n`,
    );
    const indented = JSON.stringify(schema, null, 2).replaceAll('\n', '\n      ');
    return `    "${name}": {\n${members.join('')}      "schema": ${indented},\n      "records": [${lines(records)}]\n    }`;
  });
  const scenarioTexts = scenarios.map(({ name, description, seed, rules }) => {
    const head = `"name": ${JSON.stringify(name)},\n      "description": ${JSON.stringify(description)}${seed === undefined ? '' : `,\n      "seed": ${seed}`}`;
    return `    {\n      ${head},\n      "rules": [${lines(rules)}]\n    }`;
  });
  return [
    '{',
    '  "format": "mock-api-console",',
    '  "version": 1,',
    '  "name": "User Information Service",',
    `  "collections": {\n${entries.join(',\n')}\n  },`,
    `  "scenarios": [\n${scenarioTexts.join(',\n')}\n  ],`,
    `  "requests": [${lines(sampleRequests.map(inMemberOrder), '  ')}],`,
    '  "scenario": "Default"',
    '}\n',
  ].join('\n');
}

/** One element per line, with line breaks around them. @param {readonly object[]} elements */
function lines(elements, indent = '      ') {
  return `\n${elements.map((element) => `${indent}  ${JSON.stringify(element)}`).join(',\n')}\n${indent}`;
}

/** The members in the order of the program's own files. @param {typeof sampleRequests[number]} request */
function inMemberOrder({ name, note, method, target, headers, body }) {
  return { name, note, method, target, headers, body };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { module } = await runnerImport(join(root, 'server/domain/scenario/ready-scenarios.ts'), {
    root,
    configFile: false,
  });
  writeFileSync(join(root, 'assets/sample.workspace.json'), sampleText(module.usualScenarios()));
}
