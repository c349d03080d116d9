import { countedRecords } from '../../domain/scenario/rule-counters.ts';

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
