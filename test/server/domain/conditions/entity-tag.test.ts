import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  digest,
  formatTag,
  parseTagList,
  readTag,
  strongMatch,
  type TagList,
  versionIn,
  weakMatch,
} from '../../../../server/domain/conditions/entity-tag.ts';
import { rounds } from '../../../support/rounds.ts';
import { readFieldValue } from './reference-preconditions.ts';

function list(value: string): TagList | undefined {
  const parsed = parseTagList(value);
  return parsed.ok ? parsed.value : undefined;
}

test.each([
  ['*', 'any'],
  [' \t* ', 'any'],
  ['"a"', [{ weak: false, opaque: '"a"' }]],
  ['W/"a"', [{ weak: true, opaque: '"a"' }]],
  ['""', [{ weak: false, opaque: '""' }]],
  ['"*"', [{ weak: false, opaque: '"*"' }]],
  [
    '"a,b", "c"',
    [
      { weak: false, opaque: '"a,b"' },
      { weak: false, opaque: '"c"' },
    ],
  ],
  [
    '"a"\t,W/"W/"',
    [
      { weak: false, opaque: '"a"' },
      { weak: true, opaque: '"W/"' },
    ],
  ],
  [',, "a" ,\t,', [{ weak: false, opaque: '"a"' }]],
  ['"\x80é\xff!#~"', [{ weak: false, opaque: '"\x80é\xff!#~"' }]],
  ['"a\\"', [{ weak: false, opaque: '"a\\"' }]],
  ['', []],
  [' , ', []],
])('reads %j as a list of tags', (value, tags) => {
  expect(list(value)).toEqual(tags);
});

test.each([
  'a',
  '"a',
  'a"',
  '"a b"',
  '"a\tb"',
  '"a" "b"',
  '"a""b"',
  'w/"a"',
  'W /"a"',
  'W/',
  'W/a',
  'W/W/"a"',
  '*, "a"',
  '"a", *',
  '**',
  "'a'",
  '"a";',
  '"\x7f"',
  '"\u0100"',
  '\u00a0"a"',
])('refuses %j as a list of tags', (value) => {
  expect(list(value)).toBe(undefined);
});

test('the problem quotes what cannot be read, and the rule', () => {
  const refusals = ['"a", w/"b"', '"a", *', '*, "a"', '"a" b'].map((value) => parseTagList(value));
  expect(refusals.map((refusal) => refusal.ok || refusal.problem)).toEqual([
    '"w/\\"b\\"" cannot be read: the W of a weak tag is a capital letter.',
    '"*" cannot be read: "*" stands alone, never in a list.',
    '"*, \\"a\\"" cannot be read: "*" stands alone, never in a list.',
    '"b" cannot be read: an entity tag stands in double quotes, such as "1" or W/"1", with a comma between two of them.',
  ]);
});

test('reads every value by the grammar of RFC 9110', () => {
  const value = fc.string({
    unit: fc.constantFrom('"', '"', 'W/', 'w/', ',', ' ', '\t', '*', 'a', '!', '\x7f', 'é', '\u0100'),
  });
  let lists = 0;
  const agree = fc.property(value, (text) => {
    const field = readFieldValue(text);
    const wanted = field === 'malformed' || field === '*' ? field : field.map(({ weak, opaque }) => ({ weak, opaque }));
    const parsed = list(text);
    if (parsed !== undefined) lists++;
    expect(parsed ?? 'malformed').toEqual(wanted === '*' ? 'any' : wanted);
  });
  fc.assert(agree, { numRuns: rounds(3000) });
  expect(lists).toBeGreaterThan(rounds(150));
});

test('tags match as in the table of RFC 9110, section 8.8.3.2', () => {
  const rows = [
    ['W/"1"', 'W/"1"', false, true],
    ['W/"1"', 'W/"2"', false, false],
    ['W/"1"', '"1"', false, true],
    ['"1"', '"1"', true, true],
    ['"1"', '"2"', false, false],
  ] as const;
  for (const [one, other, strong, weak] of rows) {
    expect(strongMatch(readTag(one), readTag(other))).toBe(strong);
    expect(strongMatch(readTag(other), readTag(one))).toBe(strong);
    expect(weakMatch(readTag(one), readTag(other))).toBe(weak);
  }
});

test('formats a strong entity tag that begins with the version', () => {
  fc.assert(
    fc.property(fc.nat(), fc.string({ unit: fc.constantFrom(...'"aé\n\ud800\uffff') }), (version, text) => {
      const tag = formatTag(version, text);
      expect(tag).toMatch(/^"\d+-[0-9a-f]{16}"$/);
      expect(tag.startsWith(`"${version}-`)).toBe(true);
      expect(list(tag)).toEqual([readTag(tag)]);
      expect(strongMatch(readTag(tag), readTag(formatTag(version, text)))).toBe(true);
      expect(formatTag(version + 1, text)).not.toBe(tag);
    }),
  );
});

/** Records of a collection, repetitions of one code unit, and texts that differ only in the highest bit of every second unit. */
function* similarTexts(): Generator<string> {
  for (let id = 0; id < 20_000; id++) yield `{"userId":"${id}","name":"Ada Lovelace","status":"active"}`;
  for (const unit of ['\0', 'a', '\uffff']) {
    for (let length = 0; length < 1000; length++) yield unit.repeat(length);
  }
  for (let choice = 0; choice < 2 ** 17; choice++) {
    let text = '';
    for (let place = 0; place < 17; place++) text += (choice >> place) & 1 ? 'a\u8061' : 'aa';
    yield text;
  }
}

test('similar texts have different digests, and each half of a digest collides only by chance', () => {
  const texts = [...new Set(similarTexts())];
  const digests = texts.map(digest);
  expect(new Set(digests).size).toBe(texts.length);
  // Of n texts, n²/2/2³² pairs collide in 32 bits by chance: here 4.
  for (const half of [digests.map((bits) => bits.slice(0, 8)), digests.map((bits) => bits.slice(8))]) {
    expect(texts.length - new Set(half).size).toBeLessThan(20);
  }
});

// A client may keep a tag for longer than one version of the program runs.
test.each([
  ['', 'b1031862000006b5'],
  ['a', 'f868cea1ea9b84ba'],
  ['ab', '24653233f28fe063'],
  ['abc', '494412dd6ff6694c'],
  ['{"userId":"42","name":"Grüße \ud83d\ude00"}', '9357236e8df56986'],
])('the digest of %j never changes', (text, bits) => {
  expect(digest(text)).toBe(bits);
});

test('each bit of a text flips each bit of the digest in half of all cases', () => {
  const samples = 4000;
  const flips = new Array<number>(64).fill(0);
  for (let sample = 0; sample < samples; sample++) {
    const length = 1 + (sample % 40);
    const units = Array.from({ length }, (_, index) => ((sample + 1) * (index + 7) * 2654435761) % 0xd800);
    const turned = units.with(sample % length, (units[sample % length] ?? 0) ^ (1 << (sample % 16)));
    const [one, other] = [units, turned].map((text) => BigInt(`0x${digest(String.fromCharCode(...text))}`));
    const difference = (one ?? 0n) ^ (other ?? 0n);
    for (let bit = 0; bit < 64; bit++) flips[bit] = (flips[bit] ?? 0) + Number((difference >> BigInt(bit)) & 1n);
  }
  // Six standard deviations of 4000 tosses are 190.
  expect(Math.min(...flips)).toBeGreaterThan(samples / 2 - 190);
  expect(Math.max(...flips)).toBeLessThan(samples / 2 + 190);
});

test('reads the version in a tag of its own form, and in no other', () => {
  const version = (tag: string) => versionIn(readTag(tag));
  expect(version(formatTag(0, ''))).toBe(0);
  expect(version(formatTag(120, 'x'))).toBe(120);
  const [own, end] = ['7-00f1e2d3c4b5a697', '00f1e2d3c4b5a697'];
  const others = [
    `W/"${own}"`,
    `"a"${own}"`,
    `"${own}"a`,
    `"x${own}"`,
    `"${own}0"`,
    `"07-${end}"`,
    `"1a-${end}"`,
    '"7"',
  ];
  for (const tag of others) expect([tag, version(tag)]).toEqual([tag, null]);
});
