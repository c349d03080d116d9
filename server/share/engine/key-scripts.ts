import { keyLifetime, mostKeyCharacters, mostKeys } from '../../domain/session/idempotency-keys.ts';

/** Milliseconds after which a key in progress is free, because its instance has ended. A later commit of its request is refused. */
const claimLifetime = 30_000;

/** Milliseconds for which a key counts as in progress while its response is delayed. */
const longestDelay = 120_000;

/**
 * Functions for scripts, given the key of the entries and that of their order. An entry is `c` while its request is in
 * progress, `h` while its response is held back, or `s` once it is sent; then the time until which it is so, the token of its
 * request, the fingerprint, the epoch and the revision, and in the next line the response. The field without a name has the
 * number of characters.
 */
export const keyFunctions = `
local function keyNow()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function forgetKey(entries, order, key)
  redis.call('HINCRBY', entries, '', -redis.call('HSTRLEN', entries, key) - #key)
  redis.call('HDEL', entries, key)
  redis.call('ZREM', order, key)
end
local function readKey(entries, key)
  local text = redis.call('HGET', entries, key)
  if not text then return nil end
  local line = string.find(text, '\\n', 1, true)
  local state, ends, token, print, at = string.match(string.sub(text, 1, line - 1), '^(%a) (%d+) (%S+) (%S+) (%S*)$')
  return {state = state, ends = tonumber(ends), token = token, print = print, at = at, response = string.sub(text, line + 1)}
end
local function writeKey(entries, key, entry)
  local text = table.concat({entry.state, string.format('%.0f', entry.ends), entry.token, entry.print, entry.at}, ' ')
  text = text .. '\\n' .. entry.response
  redis.call('HINCRBY', entries, '', #text - redis.call('HSTRLEN', entries, key))
  redis.call('HSET', entries, key, text)
end
local function isClaimed(entries, claim)
  local entry = readKey(entries, claim.key)
  return entry and entry.state == 'c' and entry.token == claim.token
end
local function endClaim(entries, order, claim, at)
  local entry = readKey(entries, claim.key)
  if not entry or entry.token ~= claim.token then return end
  if claim.step == 'release' then
    if entry.state == 'c' then forgetKey(entries, order, claim.key) end
    return
  end
  if claim.step == 'sent' then
    if entry.state == 'c' then forgetKey(entries, order, claim.key) return end
    entry.state = 's'
  elseif claim.step == 'wait' then
    entry.ends = keyNow() + ${longestDelay}
  else
    entry.state = claim.step == 'hold' and 'h' or 's'
    entry.ends = keyNow() + ${longestDelay}
    entry.at = at
    entry.response = claim.response
  end
  writeKey(entries, claim.key, entry)
  while redis.call('ZCARD', order) > ${mostKeys} or tonumber(redis.call('HGET', entries, '')) > ${mostKeyCharacters} do
    forgetKey(entries, order, redis.call('ZRANGE', order, 0, 0)[1])
  end
end
`;

/**
 * Begins a key. KEYS: meta, the entries, their order. ARGV: the epoch, the key, the token, the fingerprint. Gives `new`,
 * `reused`, `in-progress`, or `response` with the epoch and the revision at which it was made, and the response; `epoch` if
 * another epoch has begun.
 */
export const claimScript = `${keyFunctions}
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return {'epoch'} end
for _, key in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', keyNow() - ${keyLifetime}, 'LIMIT', 0, 100)) do
  forgetKey(KEYS[2], KEYS[3], key)
end
local entry = readKey(KEYS[2], ARGV[2])
local isFree = entry and entry.state == 'c' and (entry.ends < keyNow() or entry.token == ARGV[3])
if entry and not isFree then
  if entry.print ~= ARGV[4] then return {'reused'} end
  if entry.state == 'c' or (entry.state == 'h' and entry.ends > keyNow()) then return {'in-progress'} end
  return {'response', entry.at, entry.response}
end
if not entry then redis.call('HINCRBY', KEYS[2], '', #ARGV[2]) end
local claim = {state = 'c', ends = keyNow() + ${claimLifetime}, token = ARGV[3], print = ARGV[4], at = '', response = ''}
writeKey(KEYS[2], ARGV[2], claim)
redis.call('ZADD', KEYS[3], keyNow(), ARGV[2])
return {'new'}
`;

/**
 * Ends a key without a commit. KEYS: meta, the entries, their order. ARGV: the epoch, the claim as JSON, the epoch and the
 * revision of the response. Gives `ended`, or `unclaimed` if the key is no longer that of the request.
 */
export const endKeyScript = `${keyFunctions}
if redis.call('HGET', KEYS[1], 'epoch') ~= ARGV[1] then return {'epoch'} end
local claim = cjson.decode(ARGV[2])
local entry = readKey(KEYS[2], claim.key)
if (claim.step == 'keep' or claim.step == 'hold') and not (entry and entry.token == claim.token) then return {'unclaimed'} end
endClaim(KEYS[2], KEYS[3], claim, ARGV[3])
return {'ended'}
`;
