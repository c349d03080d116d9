/* The scripts of the stream of requests. */

/**
 * Appends messages, all or none. KEYS: requests, expected. ARGV: the length of the stream, the instance, then for each message
 * its number, its text, and `1` if it may declare expectations, else nothing.
 */
export const sayScript = `
for i = 3, #ARGV, 3 do
  local message = {'i', ARGV[2], 'n', ARGV[i], 't', ARGV[i + 1]}
  local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', unpack(message))
  if ARGV[i + 2] ~= '' then redis.call('RPUSH', KEYS[2], cjson.encode({id, ARGV[2], ARGV[i], ARGV[i + 1]})) end
end
return 'said'
`;

/** The messages that have declared the present expectations, oldest first. KEYS: expected. */
export const expectedScript = `return redis.call('LRANGE', KEYS[1], 0, -1)`;

/** Forgets these messages before the one of an instance with a number. KEYS: expected. ARGV: the instance, the number. */
export const forgetScript = `
for index, text in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
  local message = cjson.decode(text)
  if message[2] == ARGV[1] and message[3] == ARGV[2] then redis.call('LTRIM', KEYS[1], index - 1, -1) end
end
return 'forgotten'
`;
