import { expect, test } from 'vitest';
import { decodeWorkspace } from '../../../server/store/formats/workspace-format.ts';
import { head, inCollection, refusalOf, withRecords, withRule, withSettings } from './refused-workspace.ts';

test.each([
  ['no JSON', '{\n  "format": mock', /^Line 2, column 13: expected a value/],
  [
    'a cut text',
    `{${head}, "collections": {"users": {"records": [{"id": "4`,
    /^Line 1, column \d+: expected the quotation mark/,
  ],
  ['an array', '[]', /^Line 1, column 1: must be an object, but this is an array of 0 elements/],
  ['no format', '{"version": 1}', 'Line 1, column 1: the member "format" is missing.'],
  ['another format', '{"format": "har", "version": 1}', /\(\/format\): must be "mock-api-console", but this is "har"/],
  [
    'a version to come',
    '{"format": "mock-api-console", "version": 2}',
    /\(\/version\): this program reads version 1; a newer one wrote version 2/,
  ],
  [
    'a number that no double holds',
    withRecords('{"userId": 1, "n": 12345678901234567890}'),
    /^Line 2, column 20: the number 12345678901234567890 cannot be held exactly/,
  ],
  [
    'a number too large',
    withRecords('{"userId": 1, "n": 1e400}'),
    /^Line 2, column 20: the number 1e400 cannot be held exactly: it is too large/,
  ],
  [
    'a number with more digits than a double has',
    withRecords('{"userId": 1, "n": 0.12345678901234567}'),
    /^Line 2, column 20: the number 0.12345678901234567 cannot be held exactly/,
  ],
  [
    'a number too small',
    withRecords('{"userId": 1, "n": -1E-400}'),
    /^Line 2, column 20: the number -1E-400 cannot be held exactly/,
  ],
  [
    'too deep nesting',
    withRecords(`{"userId": 1, "n": ${'['.repeat(200)}${']'.repeat(200)}}`),
    /nested deeper than 110 levels/,
  ],
  [
    'two members of one name',
    withRecords('{"userId": 1, "n": 1, "n": 2}'),
    /^Line 2, column 23: the object has a member "n" already/,
  ],
  [
    'half of a surrogate pair',
    withRecords('{"userId": "\\ud800"}'),
    /^Line 2, column 12: the string has half of a surrogate pair/,
  ],
])('refuses %s with its position', (_, text, expected) => {
  expect(refusalOf(text)).toMatch(expected);
});

test.each([
  ['"port": 65536', '(/settings/port): must be a whole number from 0 to 65535, but this is 65536'],
  ['"port": 1.5', '(/settings/port): must be a whole number'],
  ['"port": "80"', '(/settings/port): must be a whole number from 0 to 65535, but this is "80"'],
  ['"port": 4011', 'must have two ports, one for the mock API and one for the console, but both are 4011'],
  ['"host": ""', '(/settings/host): must be a text that is not empty'],
  ['"allowedHosts": "a"', '(/settings/allowedHosts): must be an array'],
  ['"allowedHosts": ["http://a.example"]', '(/settings/allowedHosts/0): must be a host name'],
  ['"cors": "all"', '(/settings/cors): must be "loopback-read" or "loopback" or "*" or "off"'],
  ['"cors": ["https://a.example/"]', '(/settings/cors/0): must be an origin'],
  ['"pageSize": 0', '(/settings/pageSize): must be a whole number from 1 to 1000'],
  ['"pageSize": 30, "maxPageSize": 20', '(/settings/pageSize): must be a whole number from 1 to 20'],
  ['"envelope": "list"', '(/settings/envelope): must be "object" or "array"'],
  ['"envelope": {"items": null}', '(/settings/envelope/items): must be a text'],
  ['"envelope": {"items": "a", "total": "a"}', '(/settings/envelope): two members of the envelope have the same name'],
  ['"envelope": {"totl": "a"}', 'there is no member "totl" here; did you mean "total"?'],
  ['"requirePrecondition": "yes"', '(/settings/requirePrecondition): must be true or false'],
  ['"unknownFields": "drop"', '(/settings/unknownFields): must be "reject" or "ignore"'],
  ['"bodyLimit": -1', '(/settings/bodyLimit): must be a whole number'],
  ['"log": {"entries": 0}', '(/settings/log/entries): must be a whole number'],
  ['"pagesize": 5', '(/settings/pagesize): there is no member "pagesize" here; did you mean "pageSize"?'],
  ['"colour": 5', 'there is no member "colour" here; known are port, consolePort'],
])('refuses the settings {%s}', (members, expected) => {
  const refusal = refusalOf(withSettings(`{${members}}`));
  expect(refusal).toMatch(/^Line 2, column \d+ /);
  expect(refusal).toContain(expected);
});

test.each([
  ['users/active', 'cannot be part of a path'],
  ['..', 'cannot be part of a path'],
  ['', 'cannot be part of a path'],
  ['2024', 'cannot be part of a path'],
  ['__proto__', 'cannot be part of a path'],
])('refuses a collection named "%s"', (name, expected) => {
  expect(refusalOf(`{${head}, "collections": {"${name}": {}}}`)).toContain(expected);
});

test.each([
  ['"key": 5', '(/collections/users/key): must be a text'],
  ['"sort": ""', '(/collections/users/sort): must be a text'],
  ['"schema": true', '(/collections/users/schema): must be a JSON Schema, an object'],
  ['"records": {}', '(/collections/users/records): must be an array'],
  ['"record": []', 'did you mean "records"?'],
])('refuses the collection {%s}', (members, expected) => {
  expect(refusalOf(inCollection(members))).toContain(expected);
});

test.each([
  ['5', 'Line 2, column 1 (/collections/users/records/0): must be an object, but this is 5.'],
  ['{"name": "Ada"}', 'Line 2, column 1 (/collections/users/records/0): the member "userId" is missing.'],
  [
    '{"userId": ""}',
    'Line 2, column 12 (/collections/users/records/0/userId): a key must be an integer or a text of 1 to 1000 characters, without control characters and other than "." and "..", but this is "".',
  ],
  ['{"userId": 1.5}', 'but this is 1.5'],
  ['{"userId": null}', 'but this is null'],
])('refuses the record %s', (record, expected) => {
  expect(refusalOf(withRecords(record))).toContain(expected);
});

test('refuses a duplicate key with both positions, also for a number and an equal text', () => {
  expect(refusalOf(withRecords('{"userId": "41"}', '{"userId": 42}', '{"name": "Ada", "userId": "42"}'))).toBe(
    'Line 4, column 27 (/collections/users/records/2/userId): the key "42" is taken already; see line 3, column 12 (/collections/users/records/1/userId).',
  );
});

test.each([
  [['1', '1'], true],
  [['9', '10', '10'], true],
  [['10', '9', '10'], true],
  [['b', 'aa', 'c', 'b'], true],
  [['10', '9', '11'], false],
  [['b', 'aa', 'c', 'a'], false],
])('records with the keys %j: refused as duplicates is %s', (keys, refused) => {
  const decoded = decodeWorkspace(withRecords(...keys.map((userId) => JSON.stringify({ userId }))));
  expect(!decoded.ok && decoded.problem.detail.includes('is taken already')).toBe(refused);
  if (decoded.ok) expect(decoded.value.collections[0]?.records.map(({ userId }) => userId)).toEqual(keys);
});

test.each([
  [
    '{"kind": "dealy", "milliseconds": 5}',
    '(/scenarios/0/rules/0/then/kind): must be "user-status" or "answer" or "sequence" or "delay"',
  ],
  ['{"milliseconds": 5}', 'the member "kind" is missing'],
  ['{"kind": "delay"}', 'the member "milliseconds" is missing'],
  ['{"kind": "delay", "milliseconds": -1}', 'must be a whole number from 0 to 600000'],
  ['{"kind": "delay", "milliseconds": 1, "status": 200}', 'there is no member "status" here'],
  ['{"kind": "delay", "milliseconds": 1, "spread": {"kind": "uniform"}}', 'the member "most" is missing'],
  ['{"kind": "delay", "milliseconds": 1, "spread": {"kind": "normal"}}', 'must be "uniform" or "log-normal"'],
  ['{"kind": "dribble", "milliseconds": 1, "pieces": 0}', 'must be a whole number from 1 to 1000'],
  ['{"kind": "fault", "fault": "explode"}', 'must be "reset" or "empty" or'],
  ['{"kind": "rate-limit", "requests": 1}', 'the member "seconds" is missing'],
  ['{"kind": "ghost-write", "patch": 5}', '(/scenarios/0/rules/0/then/patch): must be an object'],
  ['{"kind": "quirk", "quirk": "page-size-capped"}', 'the member "size" is missing'],
  ['{"kind": "quirk", "quirk": "weak-tags", "size": 1}', 'there is no member "size" here'],
  ['{"kind": "user-status", "userId": "42"}', 'the member "status" is missing'],
  ['{"kind": "user-status", "userId": 42, "status": "active"}', '(/scenarios/0/rules/0/then/userId): must be a text'],
  ['{"kind": "answer", "status": 100}', 'must be a whole number from 200 to 599'],
  ['{"kind": "answer", "status": 200, "headers": {"a b": "c"}}', 'is not the name of a header'],
  ['{"kind": "answer", "status": 200, "headers": {"X": "a\\r\\nb"}}', 'must be a text that a header can carry'],
  ['{"kind": "answer", "status": 200, "headers": {"X": "€"}}', 'must be a text that a header can carry'],
  ['{"kind": "answer", "status": 200, "headers": {"X": ["a", "b\\n"]}}', '/headers/X/1): must be a text that a header'],
  ['{"kind": "answer", "status": 200, "headers": {"X": []}}', 'must have at least one value'],
  ['{"kind": "answer", "status": 200, "form": "yaml"}', 'must be "json" or "text" or "xml" or "base64"'],
  [
    '{"kind": "answer", "status": 200, "form": "text", "body": {}}',
    'must be a text, because the form of the body is "text"',
  ],
  ['{"kind": "answer", "status": 200, "form": "base64", "body": "A"}', 'must be base64 with its padding'],
  [
    '{"kind": "answer", "status": 200, "substitute": true, "body": {"a": ["{nwo}"]}}',
    '/body/a/0): names the unknown value',
  ],
  [
    '{"kind": "answer", "status": 200, "substitute": true, "headers": {"X": ["{now}", "{"]}}',
    '/headers/X/1): has a "{"',
  ],
  [
    '{"kind": "answer", "status": 200, "substitute": true, "form": "xml", "body": "<{now}/>"}',
    '/body): has "{now}" in a place that XML gives another meaning',
  ],
])('refuses a rule whose then is %s', (then, expected) => {
  const refusal = refusalOf(withRule(then));
  expect(refusal).toMatch(/^Line 2, /);
  expect(refusal).toContain(expected);
});

test.each([
  ['{"path": "users"}', '(/scenarios/0/rules/0/when/path): must be a path'],
  ['{"method": "get"}', '(/scenarios/0/rules/0/when/method): must be a method'],
  ['{"query": "a"}', '(/scenarios/0/rules/0/when/query): must be an object'],
  ['{"headers": {"X": 5}}', '(/scenarios/0/rules/0/when/headers/X): must be a text, or null for any value'],
  ['{"headers": {"a b": null}}', '(/scenarios/0/rules/0/when/headers/a b): is not the name of a header'],
  ['{"occurrence": {"kind": "percent", "count": 101}}', 'must be a whole number from 1 to 100'],
  ['{"occurrence": {"kind": "once"}}', 'must be "first" or "nth" or "from" or "every" or "percent"'],
  ['{"user": "a"}', 'there is no member "user" here'],
  ['{"id": 5}', '(/scenarios/0/rules/0/when/id): must be a text'],
])('refuses a rule whose when is %s', (when, expected) => {
  expect(refusalOf(withRule('{"kind": "delay", "milliseconds": 1}', when))).toContain(expected);
});

test('scenario names must be unique, and the active scenario must exist', () => {
  expect(refusalOf(`{${head}, "scenarios": [{"rules": []}]}`)).toContain('the member "name" is missing');
  expect(refusalOf(`{${head}, "scenarios": [{"name": "A"}, {"name": "A"}]}`)).toContain(
    'scenario 1 is already called "A"',
  );
  expect(refusalOf(`{${head}, "scenarios": [{"name": "Slow"}], "scenario": "Slwo"}`)).toContain(
    '(/scenario): must be "Default" or "Slow", but this is "Slwo"',
  );
});

test('finds all faults at once, describes the first and counts the others', () => {
  const decoded = decodeWorkspace(
    `{${head}, "settings": {"port": -1}, "collections": {"users": {"key": 1}}, "scenario": 5}`,
  );
  if (decoded.ok) throw new Error('it was accepted');
  expect(decoded.problem.detail).toMatch(/^Line 1, column \d+ \(\/settings\/port\): .* \(2 more faults found\)\.$/);
  expect(decoded.problem.faults).toHaveLength(3);
});

test('limits the faults of a wrong key', () => {
  const decoded = decodeWorkspace(withRecords(...Array.from({ length: 1000 }, (_, id) => `{"id": ${id}}`)));
  if (decoded.ok) throw new Error('it was accepted');
  expect(decoded.problem.detail).toContain('(19 more faults found)');
});

test('accepts valid text that only looks faulty', () => {
  const note = JSON.stringify('": a, "b\\": 1e999, 12345678901234567890 \u{1f600}').replace(
    '\u{1f600}',
    '\\ud83d\\ude00',
  );
  expect(decodeWorkspace(withRecords(`{"userId": 1, "note": ${note}, "n": 0.1000000000000000}`)).ok).toBe(true);
});
