/*
 * The scripts of a large change. Its records are staged in pieces where nobody reads them, `commitScript` gives them their place
 * at once, and then they are folded into all others in pieces, so that the engine is busy for a moment only.
 */

/** Seconds for which the pieces of a change are kept. An instance that has not read them by then reads everything anew. */
export const changeLifetime = 120;

/** Milliseconds for which a collection is held. */
const holdLifetime = 10_000;

/**
 * Stages a piece. KEYS: the change, its records, its fixtures. ARGV: the number of the piece, its lines, `keep` if other instances
 * read it. A line has `f` for a fixture, its key, a tab, its version, a tab, its value. `-` and `=` are as in `commitScript`;
 * after `~` they only tell other instances. What takes a record away yields to a line that sets it, in whatever order they come.
 */
export const stageScript = `
for mark, key, version, value in string.gmatch(ARGV[2], '(f?)([^\\t\\n]+)\\t([^\\t]+)\\t([^\\n]*)\\n') do
  if string.sub(version, 1, 1) ~= '~' then
    local name = mark == 'f' and KEYS[3] or KEYS[2]
    if version == '-' or version == '=' then redis.call('HSETNX', name, key, '-')
    else redis.call('HSET', name, key, version .. ':' .. value) end
  end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3] == 'keep' and ARGV[2] or '')
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, '${changeLifetime}') end
return 'staged'
`;

/** Forgets what was staged. KEYS: as for {@link stageScript}. */
export const unstageScript = `return redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3])`;

/** Reads a piece of a change; nothing once it is forgotten. KEYS: the change. ARGV: the number of the piece. */
export const pieceScript = `return redis.call('HGET', KEYS[1], ARGV[1])`;

/** Records to fold in one go, about. */
const folded = 500;

/**
 * Folds some records of the latest large change into all others. KEYS: all others. ARGV: where to go on, first `0`. Gives where to go
 * on, `0` at the end.
 */
export const foldScript = `
local newer = KEYS[1] .. '+'
local found = redis.call('HSCAN', newer, ARGV[1], 'COUNT', '${folded}')
for i = 1, #found[2], 2 do
  local key, value = found[2][i], found[2][i + 1]
  if value == '-' then redis.call('HDEL', KEYS[1], key) else redis.call('HSET', KEYS[1], key, value) end
  redis.call('HDEL', newer, key)
end
return found[1]
`;

/**
 * Holds collections for a command, so that no other changes them: all, or none if another command holds one. KEYS: the holds. ARGV:
 * the command. Gives `held` or `others`.
 */
export const holdScript = `
for _, key in ipairs(KEYS) do
  local holder = redis.call('GET', key)
  if holder and holder ~= ARGV[1] then return 'others' end
end
for _, key in ipairs(KEYS) do redis.call('SET', key, ARGV[1], 'PX', '${holdLifetime}') end
return 'held'
`;

/** Ends the holds of a command. KEYS and ARGV: as for {@link holdScript}. */
export const letGoScript = `
for _, key in ipairs(KEYS) do
  if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
end
return 'free'
`;
