/*
 * The scripts that the engine runs, each without anything between its steps. The keys are always `keysOf`. A version is sent
 * and stored as text, because Lua would write a long number with an exponent.
 */

/** The keys of a mock. The braces keep them in one slot of a cluster. */
export interface Keys {
  /** The prefix of all other keys. */
  readonly prefix: string;
  readonly meta: string;
  /** The entries, each under its revision and its epoch. */
  readonly log: string;
  /** The fixtures that differ from the file; also with `+`. */
  readonly fixtures: string;
  readonly instances: string;
  /** The open sessions, by {@link memberOf}, with the time of their last use. */
  readonly sessions: string;
  /** The names of all keys of {@link counters}. */
  readonly counted: string;
  /** The records that differ from the fixtures, for all clients or in a session. Those of a large change are newer, under the key with `+`. */
  readonly records: (session: string | null) => string;
  /** What else there is to know of a live state: of all clients it is `meta`. */
  readonly scope: (session: string | null) => string;
  /** The counters of the rules of a scenario since its activation. */
  readonly counters: (session: string | null, scenario: string) => string;
  readonly command: (id: string) => string;
  /** A large change under way: its pieces, its records, its fixtures. */
  readonly staged: (id: string) => readonly [change: string, records: string, fixtures: string];
  /** Names the command for which no other changes a collection, by uid. */
  readonly hold: (uid: string) => string;
  /** The idempotency keys that requests to a live state have used, with what became of them, and their order. */
  readonly requestKeys: (session: string | null) => readonly [entries: string, order: string];
  /** The digests of the fixtures with which the mock began, and of those that were saved since, by time. */
  readonly digests: string;
  /** By digest, the uids of the collections of that file whose names are others. */
  readonly uids: string;
  /** The idempotency keys of commands, and their order. */
  readonly callKeys: readonly [entries: string, order: string];
  /** The stream of requests to all instances. */
  readonly requests: string;
  /** The messages of that stream that declare expectations, which outlive its limit. */
  readonly expected: string;
}

export function keysOf(workspace: string): Keys {
  const prefix = `mock-api-console:{${encodeURIComponent(workspace)}}:`;
  const key = (part: string) => prefix + part;
  const of = (session: string | null) => (session === null ? '' : memberOf(session));
  return {
    prefix,
    meta: key('meta'),
    log: key('log'),
    fixtures: key('fixtures'),
    instances: key('instances'),
    sessions: key('sessions'),
    counted: key('counted'),
    records: (session) => key(session === null ? 'records' : `records:${of(session)}`),
    scope: (session) => key(session === null ? 'meta' : `session:${of(session)}`),
    counters: (session, scenario) => key(`counters:${of(session)}:${memberOf(scenario)}`),
    command: (id) => key(`command:${id}`),
    staged: (id) => [key(`change:${id}`), key(`staged-records:${id}`), key(`staged-fixtures:${id}`)],
    hold: (uid) => key(`hold:${uid}`),
    requestKeys: (session) => [key(`keys:${of(session)}`), key(`key-order:${of(session)}`)],
    digests: key('digests'),
    uids: key('uids'),
    callKeys: [key('call-keys'), key('call-key-order')],
    requests: key('requests'),
    expected: key('expected'),
  };
}

/** A name as a part of keys and of texts in JSON, in which nothing has to be escaped. */
export function memberOf(name: string): string {
  return encodeURIComponent(JSON.stringify(name));
}

export function nameOf(member: string): string {
  return JSON.parse(decodeURIComponent(member));
}

/** Milliseconds after which an instance that says nothing is no longer one of the mock. */
export const instanceLifetime = 10_000;

/** Seconds for which the result of a command is remembered. */
export const commandLifetime = 60;

/** Entries of the log that are kept, about. An instance that is further behind reads all changed records. */
export const logLength = 10_000;

/** Raised with each change of the scripts or of the entries: instances of different versions refuse each other. */
const protocol = '9';

/**
 * Joins the mock, or begins it. KEYS: meta, records, log, instances, counted, sessions, fixtures, digests, uids. ARGV: the digest of the fixtures, the run of the engine,
 * the highest version, epoch and revision that the instance knows, the scenario to begin with, the instance and a text about it,
 * the prefix of keys. Gives `joined` with the epoch and the uids of collections by their names,
 * or `fixtures` or `version` with the number of live instances that have other fixtures, or another version of this protocol.
 *
 * The epoch is the version above which all records start: microseconds since 1970, so that it grows even when the engine has
 * forgotten everything. A new one begins with a new mock, with another run of the engine, and where the engine has forgotten
 * revisions that the instance has seen.
 */
export const joinScript = `
local meta = redis.call('HMGET', KEYS[1], 'digest', 'run', 'epoch', 'revision', 'protocol')
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local others = 0
local known = redis.call('HGETALL', KEYS[4])
for i = 1, #known, 2 do
  if tonumber(string.match(known[i + 1], '^%d+')) < now - ${instanceLifetime} then
    redis.call('HDEL', KEYS[4], known[i])
  elseif known[i] ~= ARGV[7] then
    others = others + 1
  end
end
local isKnown = meta[1] == ARGV[1] or redis.call('ZSCORE', KEYS[8], ARGV[1])
local isOther = meta[1] and (not isKnown or meta[5] ~= '${protocol}')
if isOther and others > 0 then return {meta[5] == '${protocol}' and 'fixtures' or 'version', tostring(others)} end
local isNew = not meta[3] or isOther
local hasForgotten = meta[3] == ARGV[4] and tonumber(meta[4]) < tonumber(ARGV[5])
if isNew then
  for _, counters in ipairs(redis.call('SMEMBERS', KEYS[5])) do redis.call('DEL', counters) end
  for _, member in ipairs(redis.call('ZRANGE', KEYS[6], 0, -1)) do
    for _, part in ipairs({'session:', 'records:', 'keys:', 'key-order:'}) do
      redis.call('UNLINK', ARGV[9] .. part .. member, ARGV[9] .. part .. member .. '+')
    end
  end
  for _, part in ipairs({'keys:', 'key-order:', 'call-keys', 'call-key-order', 'requests', 'expected'}) do redis.call('DEL', ARGV[9] .. part) end
  redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[2] .. '+', KEYS[3], KEYS[5], KEYS[6], KEYS[7], KEYS[7] .. '+', KEYS[8], KEYS[9])
  redis.call('ZADD', KEYS[8], now, ARGV[1])
  redis.call('HSET', KEYS[1], 'digest', ARGV[1], 'revision', '0', 'scenario', ARGV[6], 'protocol', '${protocol}')
end
if isNew or meta[2] ~= ARGV[2] or hasForgotten then
  local epoch = math.max(time[1] * 1000000 + time[2], tonumber(ARGV[3]) + 1, tonumber(meta[3] or '0') + 1)
  meta[3] = string.format('%.0f', epoch)
  redis.call('HSET', KEYS[1], 'epoch', meta[3], 'run', ARGV[2], 'began', redis.call('HGET', KEYS[1], 'revision'))
end
redis.call('HSET', KEYS[4], ARGV[7], string.format('%.0f', now) .. ':' .. ARGV[8])
return {'joined', meta[3], redis.call('HGET', KEYS[9], ARGV[1]) or '{}'}
`;

/**
 * Everything that differs from the fixtures. KEYS: meta, records, sessions, fixtures. ARGV: the prefix of keys. Gives meta, the
 * records, the fixtures that differ from the file, and for each session its member, what there is to know of it, and its records.
 * Records and fixtures are lists of two: those of the latest large change that are not folded yet are the second.
 */
export const loadScript = `
local function both(name) return {redis.call('HGETALL', name), redis.call('HGETALL', name .. '+')} end
local sessions = {}
for _, member in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  sessions[#sessions + 1] = {member, redis.call('HGETALL', ARGV[1] .. 'session:' .. member), both(ARGV[1] .. 'records:' .. member)}
end
return {redis.call('HGETALL', KEYS[1]), both(KEYS[2]), both(KEYS[4]), sessions}
`;

/** Digests of saved files that are remembered. */
const mostDigests = 1000;

/**
 * Notes the digest of a file that an instance writes, so that instances can join with it. KEYS: meta, digests, log, uids. ARGV: the
 * epoch, the digest, the uids of its collections by their names, and once the file is written the revision of its content. If nothing was edited since, all instances
 * begin anew with that content, should the engine forget the mock. Gives `noted`, or `epoch` if another epoch has begun.
 */
export const saveScript = `
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'editedAt')
if meta[1] ~= ARGV[1] then return {'epoch'} end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[2], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[2])
if ARGV[3] ~= '{}' then redis.call('HSET', KEYS[4], ARGV[2], ARGV[3]) end
for _, old in ipairs(redis.call('ZRANGE', KEYS[2], 0, -${mostDigests + 1})) do
  redis.call('ZREM', KEYS[2], old)
  redis.call('HDEL', KEYS[4], old)
end
if ARGV[4] == '' or tonumber(meta[2] or '0') > tonumber(ARGV[4]) then return {'noted'} end
local revision = tostring(redis.call('HINCRBY', KEYS[1], 'revision', 1))
redis.call('HSET', KEYS[1], 'digest', ARGV[2], 'savedAt', revision)
redis.call('XADD', KEYS[3], 'MAXLEN', '~', '${logLength}', revision .. '-' .. meta[1], 'entry', '{"command":"","records":[],"saved":"' .. ARGV[2] .. '"}')
return {'noted'}
`;

/** Takes an instance from the mock. KEYS: instances. ARGV: the instance. */
export const leaveScript = `return redis.call('HDEL', KEYS[1], ARGV[1])`;
