import { commandLifetime, instanceLifetime, logLength } from './scripts.ts';

/* The scripts that concern all sessions. The first keys are always meta, log, sessions, counted; the first argument is the prefix of keys. */

/** The limit of sessions; a further one ends the least recently used. */
const mostSessions = 1000;

/** Milliseconds after which an unused session ends. */
const longestIdle = 30 * 60_000;

const functions = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function append(entry)
  local revision = tostring(redis.call('HINCRBY', KEYS[1], 'revision', 1))
  local id = revision .. '-' .. redis.call('HGET', KEYS[1], 'epoch')
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', '${logLength}', id, 'entry', entry)
  return revision
end
local function drop(member)
  redis.call('ZREM', KEYS[3], member)
  for _, part in ipairs({'session:', 'records:', 'keys:', 'key-order:'}) do
    redis.call('UNLINK', ARGV[1] .. part .. member, ARGV[1] .. part .. member .. '+')
  end
  local counters = ARGV[1] .. 'counters:' .. member .. ':'
  for _, key in ipairs(redis.call('SMEMBERS', KEYS[4])) do
    if string.sub(key, 1, #counters) == counters then
      redis.call('DEL', key)
      redis.call('SREM', KEYS[4], key)
    end
  end
  return append('{"command":"","records":[],"dropped":"' .. member .. '"}')
end
`;

/**
 * Begins a session with the active scenario, unless it is open. ARGV: the prefix, the epoch, the session. Gives `begun` with the
 * epoch and the revision to catch up with, or `epoch`. Its versions are above all that sessions have given out.
 */
export const beginSessionScript = `${functions}
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'highest', 'scenario')
if meta[1] ~= ARGV[2] then return {'epoch'} end
local member = ARGV[3]
if redis.call('ZSCORE', KEYS[3], member) then return {'begun', meta[1], meta[2]} end
if redis.call('ZCARD', KEYS[3]) >= ${mostSessions} then drop(redis.call('ZRANGE', KEYS[3], 0, 0)[1]) end
local last = string.format('%.0f', math.max(tonumber(meta[3] or '0'), tonumber(meta[1])))
local begun = string.format('%.0f', redis.call('HGET', KEYS[1], 'revision') + 1)
local created = string.format('%.0f', now)
local text = meta[1] .. '.' .. begun
redis.call('HSET', ARGV[1] .. 'session:' .. member, 'begun', text, 'last', last, 'scenario', meta[4], 'created', created)
redis.call('ZADD', KEYS[3], now, member)
local about = '","begun":"' .. text .. '","last":' .. last .. ',"created":' .. created
return {'begun', meta[1], append('{"command":"","records":[],"began":"' .. member .. about .. ',"scenario":' .. cjson.encode(meta[4]) .. '}')}
`;

/**
 * Ends a session, once for each command, which is the fifth key. ARGV: the prefix, the epoch, the session. Gives `dropped` with
 * the epoch and the revision to catch up with, `none`, or `epoch`.
 */
export const dropSessionScript = `${functions}
local earlier = redis.call('GET', KEYS[5])
if earlier then return {'dropped', string.match(earlier, '^%d+'), string.match(earlier, '%d+$')} end
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[2] then return {'epoch'} end
if not redis.call('ZSCORE', KEYS[3], ARGV[3]) then return {'none'} end
local revision = drop(ARGV[3])
redis.call('SET', KEYS[5], ARGV[2] .. ' ' .. revision, 'EX', '${commandLifetime}')
return {'dropped', ARGV[2], revision}
`;

/**
 * Tells that an instance lives, how far it is, and which sessions its clients have used; ends sessions that nobody uses. The
 * fifth key is instances. ARGV: the prefix, the instance, a text about it, the sessions. Gives the epoch, the revision, the
 * time and all instances.
 */
export const beatScript = `${functions}
local moment = string.format('%.0f', now)
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', KEYS[5], ARGV[2], moment .. ':' .. ARGV[3])
  for i = 4, #ARGV do redis.call('ZADD', KEYS[3], 'XX', now, ARGV[i]) end
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now - ${longestIdle})) do drop(member) end
  local instances = redis.call('HGETALL', KEYS[5])
  for i = 1, #instances, 2 do
    if tonumber(string.match(instances[i + 1], '^%d+')) < now - ${instanceLifetime} then redis.call('HDEL', KEYS[5], instances[i]) end
  end
end
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'revision')
return {meta[1] or '', meta[2] or '0', moment, redis.call('HGETALL', KEYS[5])}
`;
