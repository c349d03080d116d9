import { expect, test } from 'vitest';
import { parseFilter } from '../../../../server/domain/filter/filter.ts';
import type { JsonObject } from '../../../../server/domain/json/json.ts';
import { catalogueOf } from './filter-properties.ts';

const records: readonly JsonObject[] = [
  {
    id: 'ada',
    userName: 'Jada',
    title: 'Countess',
    userType: 'Employee',
    age: 36,
    active: true,
    name: { familyName: "O'Malley", given: 'Ada' },
    meta: { lastModified: '2011-05-13T04:42:34Z' },
    emails: [
      { type: 'work', value: 'ada@example.org' },
      { type: 'home', value: 'ada@example.com' },
    ],
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    'odd name': 1,
    not: true,
    Case: 1,
    case: 2,
  },
  {
    id: 'bob',
    userName: 'bjensen',
    title: '',
    userType: 'Intern',
    age: 7,
    active: false,
    name: { given: '' },
    meta: { lastModified: '2012-05-13T04:42:34+01:00' },
    emails: [
      { type: 'work', value: 'bob@example.com' },
      { type: 'home', value: 'bob@example.org' },
    ],
    schemas: [],
  },
  { id: 'eve', title: null, age: 'seven', emails: [], name: {}, userType: 'Straße' },
];
const fields = catalogueOf(records);

function parse(filter: string): ReturnType<typeof parseFilter> {
  return parseFilter([{ name: 'filter', value: filter }], fields, { lenient: false, reserved: new Set() });
}

function ids(filter: string): unknown {
  const parsed = parse(filter);
  if (!parsed.ok) return parsed.problem;
  return records.filter((record) => parsed.value.filter?.root.test(record)).map(({ id }) => id);
}

test.each([
  ['userName eq "bjensen"', ['bob']],
  ['name.familyName co "O\'Malley"', ['ada']],
  ['userName sw "J"', ['ada']],
  ['title pr', ['ada']],
  ['meta.lastModified gt "2011-05-13T04:42:34Z"', ['bob']],
  ['meta.lastModified ge "2011-05-13T04:42:34Z"', ['ada', 'bob']],
  ['meta.lastModified lt "2012-05-13T04:42:34Z"', ['ada', 'bob']],
  ['meta.lastModified le "2011-05-13T04:42:34Z"', ['ada']],
  ['title pr and userType eq "Employee"', ['ada']],
  ['title pr or userType eq "Intern"', ['ada', 'bob']],
  ['schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"', ['ada']],
  ['userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")', ['ada']],
  ['userType ne "Employee" and not (emails co "example.com" or emails.value co "jensen")', ['eve']],
  ['userType eq "Employee" and (emails.type eq "work")', ['ada']],
  ['userType eq "Employee" and emails[type eq "work" and value co "@example.org"]', ['ada']],
  ['emails[type eq "work" and value co "@example.com"] or emails[type eq "xmpp" and value co "@foo.com"]', ['bob']],
])('matches the RFC example %s', (filter, expected) => {
  expect(ids(filter)).toEqual(expected);
});

test.each([
  ['userType eq "employee"', ['ada']],
  ['userType eq exact "employee"', []],
  ['userType eq "STRASSE"', ['eve']],
  ['userType ne "EMPLOYEE"', ['bob', 'eve']],
  ['userType ne exact "EMPLOYEE"', ['ada', 'bob', 'eve']],
  ['userName co "JENS"', ['bob']],
  ['userName ew EXACT "EN"', []],
  ['userName gt "JADA"', []],
  ['userName ge "JADA"', ['ada']],
  ['userName lt exact "a"', ['ada']],
])('%s ignores case unless it is exact', (filter, expected) => {
  expect(ids(filter)).toEqual(expected);
});

test.each([
  ['age gt 7', ['ada']],
  ['age ge 7', ['ada', 'bob']],
  ['age lt 36', ['bob']],
  ['age gt "s"', ['eve']],
  ['age eq 7.0e0', ['bob']],
  ['age eq "7"', []],
  ['age ne 7', ['ada', 'eve']],
  ['active ne true', ['bob', 'eve']],
  ['active eq null', ['eve']],
  ['emails eq null', ['eve']],
  ['schemas ne null', ['ada']],
  ['emails.type ne "work"', ['ada', 'bob', 'eve']],
  ['not (emails.type eq "work")', ['eve']],
])('%s compares within the type of the literal', (filter, expected) => {
  expect(ids(filter)).toEqual(expected);
});

test.each([
  ['active pr', ['ada', 'bob']],
  ['name pr', ['ada']],
  ['emails pr', ['ada', 'bob']],
  ['schemas pr', ['ada']],
])('%s matches a value that is not empty', (filter, expected) => {
  expect(ids(filter)).toEqual(expected);
});

test.each([
  ['id eq "ada" or id eq "bob" and age eq 36', ['ada']],
  ['(id eq "ada" or id eq "bob") and age eq 36', ['ada']],
  ['id eq "bob" or id eq "ada" and age eq 7', ['bob']],
  ['(id eq "bob" or id eq "ada") and age eq 7', ['bob']],
  ['id eq "bob" and age eq 36 or id eq "eve"', ['eve']],
  ['id eq "bob" and (age eq 36 or id eq "eve")', []],
  ['not (id eq "bob") and age eq 7', []],
  ['not (id eq "bob" and age eq 36)', ['ada', 'bob', 'eve']],
  ['not(not(id eq "bob"))', ['bob']],
])('%s binds not before and, and before or', (filter, expected) => {
  expect(ids(filter)).toEqual(expected);
});

test.each([
  ['USERNAME Eq "bjensen" AnD NOT (Age PR Or title pr)', []],
  ['NAME.GIVEN eq "ada"', ['ada']],
  ['EMAILS[TYPE eq "work"]', ['ada', 'bob']],
  ['Case eq 1', ['ada']],
  ['case eq 1', []],
  ['"odd name" eq 1', ['ada']],
  ['"not" eq true', ['ada']],
  ['"\\u0069d" eq "\\u0061da"', ['ada']],
  [' \tid  eq\n"ada" ', ['ada']],
  ['(((id eq "ada")))', ['ada']],
])('accepts %s', (filter, expected) => {
  expect(ids(filter)).toEqual(expected);
});

test.each([
  ['', 1, 'a field'],
  ['   ', 4, 'a field'],
  ['id', 3, 'an operator'],
  ['id eq', 6, 'text in double quotes'],
  ['id eq ada', 7, 'text in double quotes'],
  ["id eq 'ada'", 7, 'text in double quotes'],
  ['id eq "ada', 7, 'text in double quotes'],
  ['id eq "a\\x"', 7, 'text in double quotes'],
  ['id eq "a\nb"', 7, 'text in double quotes'],
  ['id eq ["ada"]', 7, 'text in double quotes'],
  ['id eq {}', 7, 'text in double quotes'],
  ['age eq 07', 8, 'a number'],
  ['age eq 1e400', 8, 'a number'],
  ['age eq 9007199254740993', 8, 'a number'],
  ['active eq True', 11, 'true, false'],
  ['id is "ada"', 4, 'pr, eq'],
  ['id = "ada"', 4, 'pr, eq'],
  ['id pr and', 10, 'a field'],
  ['and id pr', 5, 'an operator'],
  ['id pr age pr', 7, '"and", "or" or the end'],
  ['id eq "ada"and age pr', 12, '"and", "or" or the end'],
  ['id eq "ada" "bob"', 13, '"and", "or" or the end'],
  ['id pr)', 6, '"and", "or" or the end'],
  ['(id pr', 7, '")"'],
  ['(id pr]', 7, '")"'],
  ['()', 2, 'a field'],
  ['not id pr', 5, '"("'],
  ['emails[type eq "work"', 22, '"]"'],
  ['emails[]', 8, 'a field'],
  ['emails[type eq "work"].value eq "x"', 23, '"and", "or" or the end'],
  ['pr', 3, 'an operator'],
  ['unheard[of pr', 14, '"]"'],
  ['id eq 5', 7, 'text, or null'],
  ['active eq "true"', 11, 'true or false, or null'],
  ['active gt true', 8, 'pr, eq, ne'],
  ['age gt null', 8, 'a number'],
  ['age co 7', 8, 'text'],
  ['name eq "x"', 9, 'name.familyName'],
  ['name co "x"', 6, 'pr, eq, ne'],
])('refuses the malformed %j with the position and what was expected', (filter, position, expected) => {
  expect(ids(filter)).toMatchObject({
    type: '/problems/bad-filter',
    status: 400,
    parameter: 'filter',
    position,
    expected: expect.stringContaining(expected),
    detail: expect.stringContaining(`At character ${position} `),
  });
});

test.each([
  ['id pr and usrName eq "x"', 'usrName', 11, 'userName'],
  ['emails[typ eq "x"]', 'typ', 8, 'type'],
  ['CASE eq 1', 'CASE', 1, 'Case'],
  ['toString pr', 'toString', 1, undefined],
  ['usrName pr and titel pr', 'usrName', 1, 'userName'],
])('%s names an unknown field', (filter, field, position, suggestion) => {
  const problem = ids(filter);
  expect(problem).toMatchObject({ type: '/problems/unknown-field', parameter: 'filter', field, position });
  expect(problem).toHaveProperty('expected');
  if (suggestion !== undefined) expect(problem).toHaveProperty('suggestion', suggestion);
});

test.each([
  ['(', ')'],
  ['not(', ')'],
  ['emails[', ']'],
])('limits nesting with %s before the stack overflows', (open, close) => {
  const nested = (levels: number) => `${open.repeat(levels)}id pr${close.repeat(levels)}`;
  if (open !== 'emails[') expect(parse(nested(100))).toMatchObject({ ok: true });
  expect(ids(nested(101))).toMatchObject({ parameter: 'filter' });
  expect(ids(nested(100_000))).toMatchObject({ parameter: 'filter' });
});

test('a filter may have 200 conditions', () => {
  const filter = (length: number) => Array.from({ length }, () => 'id eq "ada"').join(' or ');
  expect(ids(filter(200))).toEqual(['ada']);
  const refusal = { type: '/problems/bad-filter', expected: 'at most 200 conditions' };
  expect(ids(filter(201))).toMatchObject(refusal);
  expect(ids(filter(20_000))).toMatchObject(refusal);
});

test('a text in a filter may be long', () => {
  expect(ids(`id eq "${'x'.repeat(1_000_000)}"`)).toEqual([]);
  expect(ids(`id eq "${'x'.repeat(1_000_000)}`)).toMatchObject({ type: '/problems/bad-filter', position: 7 });
});

test('filters with the same meaning have the same text', () => {
  const text = (filter: string) => {
    const parsed = parse(filter);
    return parsed.ok ? parsed.value.filter?.text : undefined;
  };
  expect(text(' ID  EQ "a"  aNd ( AGE gt 7.0 )')).toBe('id eq "a" and age gt 7');
  expect(text('age eq exact -0 or meta.lastModified gt exact "2024-02-01"')).toBe(
    'age eq 0 or meta.lastModified gt "2024-02-01"',
  );
  expect(text('not(not(id pr)) or "id" pr')).toBe('not (not (id pr)) or id pr');
  expect(text('id pr and (id pr and id pr) and (id pr or id pr)')).toBe(
    'id pr and (id pr and id pr) and (id pr or id pr)',
  );
});

test.each([
  [
    'age gt',
    'At character 7 of the filter, text in double quotes, a number that a double holds, true, false or null was',
  ],
  ['age gt', 'was expected, but there is the end.'],
  ['age gt )', 'was expected, but there is ")".'],
  ['(age gt 1', '"and", "or" or ")" was expected, but there is the end.'],
  ['active gt true', 'an operator that "active" has: pr, eq, ne was expected, but there is "gt true".'],
  ['age is 1', 'an operator: pr, eq, ne, '],
])('%s is refused with %j', (filter, part) => {
  expect(ids(filter)).toMatchObject({ detail: expect.stringContaining(part) });
});

test('counts nesting by levels, and conditions by their number', () => {
  const siblings = Array.from({ length: 150 }, () => '(id eq "ada")').join(' or ');
  expect(ids(siblings)).toEqual(['ada']);
  expect(ids(`${'('.repeat(101)}id pr`)).toMatchObject({ expected: 'at most 100 levels of nesting' });
});
