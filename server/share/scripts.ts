/*
 * The scripts that the engine runs, each without anything between its steps. The keys are always `keysOf`. A version is sent
 * and stored as text, because Lua would write a long number with an exponent.
 */

/** The keys of a mock. The braces keep them in one slot of a cluster. */
export interface Keys {
  /** What all other keys begin with. */
  readonly prefix: string;
  readonly meta: string;
  readonly log: string;
  /** The fixtures that differ from the file. */
  readonly fixtures: string;
  readonly instances: string;
  /** The open sessions, by {@link memberOf}, with the time of their last use. */
  readonly sessions: string;
  /** The names of all keys of {@link counters}. */
  readonly counted: string;
  /** The records that differ from the fixtures, for all clients or in a session. */
  readonly records: (session: string | null) => string;
  /** What else there is to know of a live state: of all clients it is `meta`. */
  readonly scope: (session: string | null) => string;
  /** The counters of the rules of a scenario since its activation. */
  readonly counters: (session: string | null, scenario: string) => string;
  readonly command: (id: string) => string;
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

/** What instances of this program understand of each other. */
const protocol = '2';

/**
 * Joins the mock, or begins it. KEYS: meta, records, log, instances, counted, sessions, fixtures. ARGV: the digest of the fixtures, the run of the engine,
 * the highest version, epoch and revision that the instance knows, the scenario to begin with, the instance and a text about it,
 * the prefix of keys. Gives `joined` with the epoch,
 * or `other` where live instances have other fixtures.
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
local isOther = meta[1] and (meta[1] ~= ARGV[1] or meta[5] ~= '${protocol}')
if isOther and others > 0 then return {'other', tostring(others)} end
local isNew = not meta[3] or isOther
local hasForgotten = meta[3] == ARGV[4] and tonumber(meta[4]) < tonumber(ARGV[5])
if isNew then
  for _, counters in ipairs(redis.call('SMEMBERS', KEYS[5])) do redis.call('DEL', counters) end
  for _, member in ipairs(redis.call('ZRANGE', KEYS[6], 0, -1)) do
    redis.call('DEL', ARGV[9] .. 'session:' .. member, ARGV[9] .. 'records:' .. member)
  end
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[5], KEYS[6], KEYS[7])
  redis.call('HSET', KEYS[1], 'digest', ARGV[1], 'revision', '0', 'scenario', ARGV[6], 'protocol', '${protocol}')
end
if isNew or meta[2] ~= ARGV[2] or hasForgotten then
  local epoch = math.max(time[1] * 1000000 + time[2], tonumber(ARGV[3]) + 1, tonumber(meta[3] or '0') + 1)
  meta[3] = string.format('%.0f', epoch)
  redis.call('HSET', KEYS[1], 'epoch', meta[3], 'run', ARGV[2], 'began', redis.call('HGET', KEYS[1], 'revision'))
end
redis.call('HSET', KEYS[4], ARGV[7], string.format('%.0f', now) .. ':' .. ARGV[8])
return {'joined', meta[3]}
`;

/**
 * Everything that differs from the fixtures. KEYS: meta, records, sessions, fixtures. ARGV: the prefix of keys. Gives meta, the
 * records, the fixtures that differ from the file, and for each session its member, what there is to know of it, and its records.
 */
export const loadScript = `
local sessions = {}
for _, member in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
  sessions[#sessions + 1] = {
    member, redis.call('HGETALL', ARGV[1] .. 'session:' .. member), redis.call('HGETALL', ARGV[1] .. 'records:' .. member)
  }
end
return {redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2]), redis.call('HGETALL', KEYS[4]), sessions}
`;

/**
 * Commits one decision in the live state of all clients or of a session, all of it or nothing. KEYS: meta, the records, log, the
 * command, the scope, the fixtures, the counters of the scenario to activate, if there is one. ARGV: the epoch, the entry of the log, the
 * scenario to activate or nothing, the revision that must be the latest or nothing, the begin of the session or nothing, its
 * setting of preconditions or nothing, the number of changed fixtures, then for each its key, the version that the decision saw,
 * the new version and the new value (`-` for one that is as in the file, `x` for a deleted one), then for each record its key, the version that the decision saw, the new version, the
 * new value, and its collection. `-` stands for no record that differs from its fixture, `x` for a deleted fixture.
 *
 * Gives `done` with the epoch and the revision, also for a command that was carried out earlier; `moved` with the revision if
 * a record has changed since the decision; `epoch` if another epoch has begun.
 */
export const commitScript = `
local earlier = redis.call('GET', KEYS[4])
if earlier then return {'done', string.match(earlier, '^%d+'), string.match(earlier, '%d+$')} end
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'highest')
if meta[1] ~= ARGV[1] then return {'epoch'} end
if ARGV[4] ~= '' and ARGV[4] ~= meta[2] then return {'moved', meta[2]} end
local inSession = ARGV[5] ~= ''
if inSession and redis.call('HGET', KEYS[5], 'begun') ~= ARGV[5] then return {'moved', meta[2]} end
local epoch = tonumber(meta[1])
local highest = tonumber(meta[3] or '0')
local first = 8 + 4 * ARGV[7]
for i = 8, first - 1, 4 do
  local fixture = redis.call('HGET', KEYS[6], ARGV[i])
  local version = fixture and string.match(fixture, '^[^:]*') or '-'
  if version ~= '-' and version ~= 'x' and tonumber(version) <= epoch then version = string.format('%.0f', epoch + 1) end
  if version ~= ARGV[i + 1] then return {'moved', meta[2]} end
  -- A session may have shown other content under any version up to the highest.
  if ARGV[i + 2] ~= 'x' and tonumber(ARGV[i + 2]) <= highest then return {'moved', meta[2]} end
end
local function filed(key)
  local version = string.match(redis.call('HGET', KEYS[6], key) or '', '^%d+')
  return math.max(epoch + 1, tonumber(version or '0'))
end
local stored = {}
for i = first, #ARGV, 5 do
  local record = redis.call('HGET', KEYS[2], ARGV[i])
  local version = record and string.match(record, '^[^:]*') or '-'
  if version ~= '-' and version ~= 'x' and tonumber(version) <= epoch then version = string.format('%.0f', epoch + 2) end
  if version ~= ARGV[i + 1] then return {'moved', meta[2]} end
  if (version == '-' or version == 'x') and ARGV[i + 2] ~= '-' and ARGV[i + 2] ~= 'x' then
    local floor = tonumber(redis.call('HGET', KEYS[5], 'floor:' .. ARGV[i + 4]) or '0')
    if tonumber(ARGV[i + 2]) <= floor then return {'moved', meta[2]} end
  end
  stored[i] = version
end
local revision = tostring(redis.call('HINCRBY', KEYS[1], 'revision', 1))
local removals = {}
for i = first, #ARGV, 5 do removals[i] = stored[i] == '-' and filed(ARGV[i]) or tonumber(stored[i]) end
for i = 8, first - 1, 4 do redis.call('HSET', KEYS[6], ARGV[i], ARGV[i + 2] .. ':' .. ARGV[i + 3]) end
for i = first, #ARGV, 5 do
  local version = ARGV[i + 2]
  if version == '-' then redis.call('HDEL', KEYS[2], ARGV[i])
  else redis.call('HSET', KEYS[2], ARGV[i], version .. ':' .. ARGV[i + 3]) end
  if version == '-' or version == 'x' then
    local removed = removals[i] or epoch + 1
    local floor = tonumber(redis.call('HGET', KEYS[5], 'floor:' .. ARGV[i + 4]) or '0')
    redis.call('HSET', KEYS[5], 'floor:' .. ARGV[i + 4], string.format('%.0f', math.max(floor, removed)))
  elseif inSession then
    highest = math.max(highest, tonumber(version))
  end
end
if inSession then redis.call('HSET', KEYS[1], 'highest', string.format('%.0f', highest)) end
if ARGV[3] ~= '' then
  redis.call('HSET', KEYS[5], 'scenario', ARGV[3])
  redis.call('DEL', KEYS[7])
end
if ARGV[6] ~= '' then redis.call('HSET', KEYS[5], 'precondition', ARGV[6]) end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', '${logLength}', revision .. '-0', 'entry', ARGV[2])
redis.call('SET', KEYS[4], meta[1] .. ' ' .. revision, 'EX', '${commandLifetime}')
return {'done', meta[1], revision}
`;

/** Takes an instance from the mock. KEYS: instances. ARGV: the instance. */
export const leaveScript = `return redis.call('HDEL', KEYS[1], ARGV[1])`;
