/** The ready-made requests of the sample workspace: one for each convention, with a note on the point to watch. */

const merge = ['Content-Type', 'application/merge-patch+json'];
const jsonPatch = ['Content-Type', 'application/json-patch+json'];

/** @param {string} expression in the grammar of `filter=` */
const filter = (expression) => `filter=${encodeURIComponent(expression).replaceAll('%20', '+')}`;

export const sampleRequests = [
  {
    name: 'An active user',
    note: '200 with userId, name and status, and nothing else of the record.',
    target: '/users/42',
  },
  {
    name: 'An inactive user',
    note: '404 with the status "inactive", the same as for a user that does not exist.',
    target: '/users/43',
  },
  {
    name: 'Filter by parameters',
    note: 'All parameters must hold; the explanation counts the records that each one fits.',
    target: '/api/products?category=toys&price_less_than=50',
  },
  {
    name: 'Filter by groups',
    note: 'The tree shows and, or and not with the count of each part; ask it why a record is missing.',
    target: `/api/users?${filter('age gt 60 and (plan eq "pro" or not (status eq "active"))')}`,
  },
  {
    name: 'Filter by days',
    note: 'Both days are included: the first order is of 10 March, the last of 12 March.',
    target: '/api/orders?date_after=2026-03-10&date_before=2026-03-12&sort=date',
  },
  {
    name: 'Sort by two fields',
    note: 'By category, and within a category the dearest first; the explanation names the id, which breaks every tie.',
    target: '/api/products?sort=category,-price&limit=50',
  },
  {
    name: 'Pages by offset',
    note: 'Records 21 to 30 of 320; the links lead to the first, previous, next and last page.',
    target: '/api/users?limit=10&offset=20',
  },
  {
    name: 'Pages by number',
    note: 'Page 2 of 32; crawl them all to see the query of each page.',
    target: '/api/users?page=2&per_page=10',
  },
  {
    name: 'Pages by cursor',
    note: 'The response has the next cursor; a crawl neither loses nor repeats a record, even while others are inserted.',
    target: '/api/users?cursor=&limit=10',
  },
  {
    name: 'Pages by time',
    note: 'The events of one day: the start is included, the end is not. The next page is a cursor inside this window.',
    target: '/api/events?start_time=2026-10-03T00:00:00Z&end_time=2026-10-04T00:00:00Z',
  },
  {
    name: 'Pages after an id',
    note: 'The records right after 310, also when 310 itself is gone.',
    target: '/api/users?since_id=310&limit=5',
  },
  {
    name: 'Read only if it changed',
    note: '304 without a body: If-None-Match does not hold, because something is there.',
    target: '/api/orders/1001',
    headers: [['If-None-Match', '*']],
  },
  {
    name: 'Write only what was read',
    note: '412: the tag in If-Match is an old one, so the mock refuses the write and changes nothing.',
    method: 'PATCH',
    target: '/api/orders/1001',
    headers: [['If-Match', '"0-0000000000000000"'], merge],
    body: '{"status":"shipped"}',
  },
  {
    name: 'Write against a version',
    note: '200 the first time and 412 from then on: the write itself makes a new version.',
    method: 'PATCH',
    target: '/api/orders/1002',
    headers: [['X-Resource-Version', '1'], merge],
    body: '{"status":"shipped"}',
  },
  {
    name: 'Merge patch',
    note: 'Members that are sent are set, null takes a member away, the others stay.',
    method: 'PATCH',
    target: '/api/users/42',
    headers: [merge],
    body: '{"address":{"city":"Turin"},"age":null}',
  },
  {
    name: 'JSON Patch with a test',
    note: '409: the test fails, so the operation before it is not carried out either.',
    method: 'PATCH',
    target: '/api/orders/1003',
    headers: [jsonPatch],
    body: '[{"op":"replace","path":"/status","value":"paid"},{"op":"test","path":"/currency","value":"USD"}]',
  },
  {
    name: 'A mistake in a filter',
    note: '400: the problem names the parameter and what was expected, never all records.',
    target: '/api/users?colour=red',
  },
  {
    name: 'A scenario for one request',
    note: '503 for this request alone; the explanation names the rule.',
    target: '/users/42',
    headers: [['X-Mock-Scenario', 'Service unavailable']],
  },
];
