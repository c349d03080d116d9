import { countedRecords } from '../domain/scenario/rule-counters.ts';

/*
 * The scripts that the engine runs, each without anything between its steps. The keys are always `keysOf`. A version is sent
 * and stored as text, because Lua would write a long number with an exponent.
 */

/** The keys of a mock. The braces keep them in one slot of a cluster. */
export interface Keys {
  readonly meta: string;
  readonly records: string;
  readonly log: string;
  readonly instances: string;
  /** The names of all keys of {@link counters}. */
  readonly counted: string;
  /** The counters of the rules of a scenario since its activation. */
  readonly counters: (scenario: string) => string;
  readonly command: (id: string) => string;
}

export function keysOf(workspace: string): Keys {
  const key = (part: string) => `mock-api-console:{${encodeURIComponent(workspace)}}:${part}`;
  return {
    meta: key('meta'),
    records: key('records'),
    log: key('log'),
    instances: key('instances'),
    counted: key('counted'),
    counters: (scenario) => key(`counters:${encodeURIComponent(scenario)}`),
    command: (id) => key(`command:${id}`),
  };
}

/** Milliseconds after which an instance that says nothing is no longer one of the mock. */
export const instanceLifetime = 10_000;

/** Seconds for which the result of a command is remembered. */
const commandLifetime = 60;

/** Entries of the log that are kept, about. An instance that is further behind reads all changed records. */
const logLength = 10_000;

/** What instances of this program understand of each other. */
const protocol = '1';

/**
 * Joins the mock, or begins it. KEYS: meta, records, log, instances, counted. ARGV: the digest of the fixtures, the run of the engine,
 * the highest version, epoch and revision that the instance knows, the scenario to begin with. Gives `joined` with the epoch,
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
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[5])
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

/** Everything that differs from the fixtures. KEYS: meta, records. */
export const loadScript = `return {redis.call('HGETALL', KEYS[1]), redis.call('HGETALL', KEYS[2])}`;

/**
 * Tells that an instance lives, and how far it is. KEYS: meta, instances. ARGV: the instance and a text about it. Gives the
 * epoch, the revision and all instances.
 */
export const beatScript = `
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('HSET', KEYS[2], ARGV[1], now .. ':' .. ARGV[2]) end
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'revision')
return {meta[1] or '', meta[2] or '0', now, redis.call('HGETALL', KEYS[2])}
`;

/**
 * Commits one decision, all of it or nothing. KEYS: meta, records, log, the command, the counters of the scenario
 * to activate, if there is one. ARGV: the epoch, the entry of the log, the scenario to activate or nothing, the revision that
 * must be the latest or nothing, then for each record its key, the version that the decision saw, the new version, the new
 * value, and its collection. `-` stands for no record that differs from its fixture, `x` for a deleted fixture.
 *
 * Gives `done` with the epoch and the revision, also for a command that was carried out earlier; `moved` with the revision if
 * a record has changed since the decision; `epoch` if another epoch has begun.
 */
export const commitScript = `
local earlier = redis.call('GET', KEYS[4])
if earlier then return {'done', string.match(earlier, '^%d+'), string.match(earlier, '%d+$')} end
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'revision')
if meta[1] ~= ARGV[1] then return {'epoch'} end
if ARGV[4] ~= '' and ARGV[4] ~= meta[2] then return {'moved', meta[2]} end
local epoch = tonumber(meta[1])
local stored = {}
for i = 5, #ARGV, 5 do
  local record = redis.call('HGET', KEYS[2], ARGV[i])
  local version = record and string.match(record, '^[^:]*') or '-'
  if version ~= '-' and version ~= 'x' and tonumber(version) <= epoch then version = string.format('%.0f', epoch + 2) end
  if version ~= ARGV[i + 1] then return {'moved', meta[2]} end
  if (version == '-' or version == 'x') and ARGV[i + 2] ~= '-' and ARGV[i + 2] ~= 'x' then
    local floor = tonumber(redis.call('HGET', KEYS[1], 'floor:' .. ARGV[i + 4]) or '0')
    if tonumber(ARGV[i + 2]) <= floor then return {'moved', meta[2]} end
  end
  stored[i] = version
end
local revision = tostring(redis.call('HINCRBY', KEYS[1], 'revision', 1))
for i = 5, #ARGV, 5 do
  local version = ARGV[i + 2]
  if version == '-' then redis.call('HDEL', KEYS[2], ARGV[i])
  else redis.call('HSET', KEYS[2], ARGV[i], version .. ':' .. ARGV[i + 3]) end
  if version == '-' or version == 'x' then
    local removed = stored[i] == '-' and epoch + 1 or tonumber(stored[i])
    local floor = tonumber(redis.call('HGET', KEYS[1], 'floor:' .. ARGV[i + 4]) or '0')
    redis.call('HSET', KEYS[1], 'floor:' .. ARGV[i + 4], string.format('%.0f', math.max(floor, removed)))
  end
end
if ARGV[3] ~= '' then
  redis.call('HSET', KEYS[1], 'scenario', ARGV[3])
  redis.call('DEL', KEYS[5])
end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', '${logLength}', revision .. '-0', 'entry', ARGV[2])
redis.call('SET', KEYS[4], meta[1] .. ' ' .. revision, 'EX', '${commandLifetime}')
return {'done', meta[1], revision}
`;

/** Takes an instance from the mock. KEYS: instances. ARGV: the instance. */
export const leaveScript = `return redis.call('HDEL', KEYS[1], ARGV[1])`;

/**
 * Counts a request. KEYS: meta, counted, the counters of a scenario. ARGV: the epoch, then `places` and the keys of counters,
 * or `step` and a key, or `hit`, a key and the length of the window in milliseconds. Gives `counted` with the new numbers, for
 * a window with the milliseconds that are left of it; `epoch` if another epoch has begun. Beyond the limit of counters, an
 * arbitrary record is forgotten.
 */
export const countScript = `
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return {'epoch'} end
if redis.call('EXISTS', KEYS[3]) == 0 then redis.call('SADD', KEYS[2], KEYS[3]) end
if ARGV[2] == 'hit' then
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local began, requests = string.match(redis.call('HGET', KEYS[3], 'w' .. ARGV[3]) or '', '^(%d+) (%d+)$')
  if not began or now < tonumber(began) or now - tonumber(began) >= tonumber(ARGV[4]) then began, requests = now, 0 end
  requests = requests + 1
  redis.call('HSET', KEYS[3], 'w' .. ARGV[3], string.format('%.0f %d', began, requests))
  return {'counted', tostring(requests), string.format('%.0f', began + ARGV[4] - now)}
end
local prefix = ARGV[2] == 'step' and 's' or 'p'
local reply = {'counted'}
for i = 3, #ARGV do
  local field = prefix .. ARGV[i]
  if string.sub(ARGV[i], 1, 1) == '[' and redis.call('HEXISTS', KEYS[3], field) == 0 then
    if redis.call('HLEN', KEYS[3]) >= ${2 * countedRecords} then
      local other = redis.call('HRANDFIELD', KEYS[3])
      if string.sub(other, 2, 2) == '[' then redis.call('HDEL', KEYS[3], other) end
    end
  end
  reply[#reply + 1] = tostring(redis.call('HINCRBY', KEYS[3], field, 1))
end
return reply
`;

/** The values of counters. KEYS: the counters of a scenario. ARGV: their keys. Gives the time, and three values for each. */
export const countersScript = `
local time = redis.call('TIME')
local reply = {string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))}
for i = 1, #ARGV do
  for _, prefix in ipairs({'p', 's', 'w'}) do reply[#reply + 1] = redis.call('HGET', KEYS[1], prefix .. ARGV[i]) or '' end
end
return reply
`;
