import { keyFunctions } from './key-scripts.ts';
import { commandLifetime, logLength } from './scripts.ts';
import { changeLifetime } from './staging-scripts.ts';

/** The members of a commit besides parts and records. Numbers are texts, because Lua has no long numbers. */
export interface CommitOptions {
  /** The scenario to activate. */
  readonly scenario?: string | undefined;
  /** The revision that must be the latest. */
  readonly revision?: string | undefined;
  /** The begin of the session. */
  readonly begun?: string | undefined;
  /** The session's setting of preconditions, as JSON. */
  readonly precondition?: string | undefined;
  /** `edit` for an edit that the history remembers; for its undo or redo the revision of the latest step of the history. */
  readonly history?: string | undefined;
  /** A change of the scenarios themselves. */
  readonly scenarios?:
    | {
        /** The revision of the change before it. */
        readonly at: string;
        /** The change to keep, as JSON. */
        readonly text: string;
        /** By name, the scenario to be active instead of each one that is gone. */
        readonly replaced: Readonly<Record<string, string>>;
        /** The members of changed scenarios, whose counters begin anew. */
        readonly changed: readonly string[];
      }
    | undefined;
  /** The collections whose names become free, by uid. Moved if one has had a version above `above`. */
  readonly leaving?: { readonly above: string; readonly all: readonly string[] } | undefined;
  /** The keys of records and fixtures that go with their collection. */
  readonly dropped?: readonly string[] | undefined;
  /** The collections that the decision read whole, by uid. Moved if one has changed after that revision. */
  readonly seen?: { readonly at: string; readonly all: readonly string[] } | undefined;
  /** The records of a large change, which were staged before. */
  readonly staged?: StagedOptions | undefined;
  /** True if the idempotency keys of the live state are forgotten. */
  readonly forgetsKeys?: boolean | undefined;
  /** The end of an idempotency key. */
  readonly claim?: KeyEnd | undefined;
}

/** The whole of a staged change: what a commit has to know, so that it need not look at each record. */
export interface StagedOptions {
  readonly id: string;
  /** The number of staged pieces. */
  readonly pieces: number;
  /** The collections of the records, by uid, each with the highest version and the highest one that it removes. */
  readonly tops: Readonly<Record<string, { readonly top: string; readonly removed: string }>>;
  /** True if it changes fixtures, and the lowest version of those, if there is one. */
  readonly isEdit: boolean;
  readonly lowest?: string | undefined;
}

/** The next state of an idempotency key, and the token with which its request has begun it. */
export interface KeyEnd {
  readonly key: string;
  readonly token: string;
  /**
   * Keep the response, hold it until it is sent, or forget the key; `wait` leaves it in progress while a response that is
   * not kept is delayed; `sent` ends a delay.
   */
  readonly step: 'keep' | 'hold' | 'release' | 'wait' | 'sent';
  readonly response?: string | undefined;
}

/**
 * Commits one decision in the live state of all clients or of a session, all of it or nothing. KEYS: meta, the records, log, the
 * command, the scope, the fixtures; with options also the idempotency keys of the claim and their order, the sessions, the names of
 * counters, the counters of the scenario to activate, and the idempotency keys of requests and their order. ARGV: the epoch, the entry of the log, {@link CommitOptions} as JSON or nothing,
 * the prefix of keys, the revision of the latest change of the collections, the number of replaced parts of the workspace, then for each its name, the revision
 * of the change before it and its value as JSON, the number of changed fixtures, then for each its key, the version that the decision saw,
 * the new version and the new value (nothing for one that is as in the file, `x` for a deleted one), then for each record its key,
 * the version that the decision saw, the new version, the new value, and its collection. `x` stands for a deleted fixture, `-`
 * for no record: what the decision saw was then as its fixture, whose version follows. `=` stands for a record as its new fixture,
 * `+` before a version for a record that was not there.
 *
 * A large change has no records here. They are staged in pieces before (see `stageScript`), and the commit only gives them their
 * place: that of records which are newer than all others until they are folded into them.
 *
 * Gives `done` with the epoch and the revision, also for a command that was carried out earlier; `moved` with the revision if
 * a record has changed since the decision, or another command holds its collection; `unstaged` if staged pieces are missing;
 * `unfolded` if an earlier large change is still to be folded; `unclaimed` if the idempotency key belongs to another request by now; `epoch` if
 * another epoch has begun.
 */
export const commitScript = `${keyFunctions}
local earlier = redis.call('GET', KEYS[4])
if earlier then return {'done', string.match(earlier, '^%d+'), string.match(earlier, '%d+$')} end
local options = ARGV[3] == '' and {} or cjson.decode(ARGV[3])
local meta = redis.call('HMGET', KEYS[1], 'epoch', 'revision', 'highest', 'historyAt', 'scenariosAt', 'partAt:collections')
if meta[1] ~= ARGV[1] then return {'epoch'} end
local moved = {'moved', meta[2]}
if (meta[6] or '0') ~= ARGV[5] then return moved end
if options.revision and options.revision ~= meta[2] then return moved end
if tonumber(options.history) and options.history ~= (meta[4] or '0') then return moved end
local scenarios = options.scenarios
if scenarios and scenarios.at ~= (meta[5] or '0') then return moved end
local inSession = options.begun ~= nil
if inSession and redis.call('HGET', KEYS[5], 'begun') ~= options.begun then return moved end
if options.claim and not isClaimed(KEYS[7], options.claim) then return {'unclaimed', meta[2]} end
local epoch = tonumber(meta[1])
local highest = tonumber(meta[3] or '0')
local afterParts = 7 + 3 * ARGV[6]
for i = 7, afterParts - 1, 3 do
  if (redis.call('HGET', KEYS[1], 'partAt:' .. ARGV[i]) or '0') ~= ARGV[i + 1] then return moved end
end
local staged = options.staged
local seen = options.seen
if seen then
  for _, uid in ipairs(seen.all) do
    for _, scope in ipairs({KEYS[1], KEYS[5]}) do
      if tonumber(redis.call('HGET', scope, 'at:' .. uid) or '0') > tonumber(seen.at) then return moved end
    end
  end
end
if options.leaving then
  local top = highest
  for _, uid in ipairs(options.leaving.all) do
    for _, name in ipairs({'floor:', 'top:'}) do top = math.max(top, tonumber(redis.call('HGET', KEYS[1], name .. uid) or '0')) end
  end
  if top > tonumber(options.leaving.above) then return moved end
end
local dropped = {}
for _, key in ipairs(options.dropped or {}) do dropped[key] = true end
local first = afterParts + 1 + 4 * ARGV[afterParts]
local function read(name, field)
  if dropped[field] then return nil end
  local newer = redis.call('HGET', name .. '+', field)
  if newer == '-' then return nil end
  return newer or redis.call('HGET', name, field)
end
local function write(name, field, value)
  redis.call('HDEL', name .. '+', field)
  if value then redis.call('HSET', name, field, value) else redis.call('HDEL', name, field) end
end
-- The collections that change, each with its highest version.
local tops = {}
local function raise(uid, version) tops[uid] = math.max(tops[uid] or 0, tonumber(version) or 0) end
local function fixtureVersion(key)
  local version = string.match(read(KEYS[6], key) or '', '^[^:]*')
  if tonumber(version) and tonumber(version) <= epoch then version = string.format('%.0f', epoch + 1) end
  return version
end
for i = afterParts + 1, first - 1, 4 do
  if fixtureVersion(ARGV[i]) ~= ARGV[i + 1] then return moved end
  -- A session may have shown other content under any version up to the highest.
  if ARGV[i + 2] ~= 'x' and tonumber(ARGV[i + 2]) <= highest then return moved end
end
-- The version that a removal of the record removes.
local stored = {}
for i = first, #ARGV, 5 do
  local record = read(KEYS[2], ARGV[i])
  local version = record and string.match(record, '^[^:]*') or '-'
  local isBelow = version == '-'
  if isBelow then version = '-' .. fixtureVersion(ARGV[i]) end
  if tonumber(version) and not isBelow and tonumber(version) <= epoch then version = string.format('%.0f', epoch + 2) end
  if version ~= ARGV[i + 1] then return moved end
  local new = tonumber(string.match(ARGV[i + 2], '%d+'))
  local isCreated = string.sub(ARGV[i + 2], 1, 1) == '+'
  if (isBelow or version == 'x') and new and isCreated then
    local floor = tonumber(redis.call('HGET', KEYS[5], 'floor:' .. ARGV[i + 4]) or '0')
    if new <= floor then return moved end
  end
  if isBelow then stored[i] = math.max(epoch + 1, tonumber(fixtureVersion(ARGV[i])) or 0)
  else stored[i] = tonumber(version) or epoch + 1 end
  raise(ARGV[i + 4], new)
end
if staged then
  if staged.lowest and tonumber(staged.lowest) <= highest then return moved end
  for uid, one in pairs(staged.tops) do raise(uid, one.top) end
end
for uid in pairs(tops) do
  local holder = redis.call('GET', ARGV[4] .. 'hold:' .. uid)
  if holder and ARGV[4] .. 'command:' .. holder ~= KEYS[4] then return moved end
end
if staged then
  if redis.call('EXISTS', KEYS[2] .. '+', KEYS[6] .. '+') > 0 then return {'unfolded'} end
  if redis.call('HLEN', ARGV[4] .. 'change:' .. staged.id) ~= staged.pieces then return {'unstaged'} end
end
local revision = tostring(redis.call('HINCRBY', KEYS[1], 'revision', 1))
if staged then
  local function place(part, name)
    local newer = ARGV[4] .. 'staged-' .. part .. ':' .. staged.id
    if redis.call('EXISTS', newer) == 0 then return end
    redis.call('RENAME', newer, name .. '+')
    redis.call('PERSIST', name .. '+')
  end
  place('records', KEYS[2])
  place('fixtures', KEYS[6])
  redis.call('EXPIRE', ARGV[4] .. 'change:' .. staged.id, '${changeLifetime}')
  for uid, one in pairs(staged.tops) do
    local floor = tonumber(redis.call('HGET', KEYS[5], 'floor:' .. uid) or '0')
    if tonumber(one.removed) > floor then redis.call('HSET', KEYS[5], 'floor:' .. uid, one.removed) end
    if inSession then highest = math.max(highest, tonumber(one.top)) end
  end
end
for key in pairs(dropped) do
  write(KEYS[2], key)
  write(KEYS[6], key)
end
for i = afterParts + 1, first - 1, 4 do
  write(KEYS[6], ARGV[i], ARGV[i + 2] .. ':' .. ARGV[i + 3])
  raise(cjson.decode(ARGV[i])[1], ARGV[i + 2])
end
for i = first, #ARGV, 5 do
  local version = string.match(ARGV[i + 2], '[^+]+')
  write(KEYS[2], ARGV[i], version ~= '-' and version ~= '=' and version .. ':' .. ARGV[i + 3])
  if version == '-' or version == 'x' then
    local floor = tonumber(redis.call('HGET', KEYS[5], 'floor:' .. ARGV[i + 4]) or '0')
    redis.call('HSET', KEYS[5], 'floor:' .. ARGV[i + 4], string.format('%.0f', math.max(floor, stored[i])))
  elseif inSession and version ~= '=' then
    highest = math.max(highest, tonumber(version))
  end
end
for uid, top in pairs(tops) do
  local known = tonumber(redis.call('HGET', KEYS[5], 'top:' .. uid) or '0')
  redis.call('HSET', KEYS[5], 'at:' .. uid, revision, 'top:' .. uid, string.format('%.0f', math.max(known, top)))
end
if inSession then redis.call('HSET', KEYS[1], 'highest', string.format('%.0f', highest)) end
if options.scenario then
  redis.call('HSET', KEYS[5], 'scenario', options.scenario)
  redis.call('DEL', KEYS[11])
end
if options.precondition then redis.call('HSET', KEYS[5], 'precondition', options.precondition) end
if options.history then redis.call('HSET', KEYS[1], 'historyAt', revision) end
for i = 7, afterParts - 1, 3 do
  redis.call('HSET', KEYS[1], 'partAt:' .. ARGV[i], revision)
  if ARGV[i + 2] == 'null' then redis.call('HDEL', KEYS[1], 'part:' .. ARGV[i])
  else redis.call('HSET', KEYS[1], 'part:' .. ARGV[i], ARGV[i + 2]) end
end
if scenarios then
  local function follow(scope)
    local scenario = scenarios.replaced[redis.call('HGET', scope, 'scenario')]
    if scenario then redis.call('HSET', scope, 'scenario', scenario) end
  end
  follow(KEYS[1])
  for _, member in ipairs(redis.call('ZRANGE', KEYS[9], 0, -1)) do follow(ARGV[4] .. 'session:' .. member) end
  for _, scenario in ipairs(scenarios.changed) do
    local ending = ':' .. scenario
    for _, key in ipairs(redis.call('SMEMBERS', KEYS[10])) do
      if string.sub(key, -#ending) == ending then
        redis.call('DEL', key)
        redis.call('SREM', KEYS[10], key)
      end
    end
  end
  redis.call('HSET', KEYS[1], 'scenarios', scenarios.text, 'scenariosAt', revision)
end
if scenarios or ARGV[6] ~= '0' or ARGV[afterParts] ~= '0' or (staged and staged.isEdit) then redis.call('HSET', KEYS[1], 'editedAt', revision) end
if options.forgetsKeys then redis.call('DEL', KEYS[12], KEYS[13]) end
if options.claim then endClaim(KEYS[7], KEYS[8], options.claim, meta[1] .. '.' .. revision) end
redis.call('XADD', KEYS[3], 'MAXLEN', '~', '${logLength}', revision .. '-' .. meta[1], 'entry', ARGV[2])
redis.call('SET', KEYS[4], meta[1] .. ' ' .. revision, 'EX', '${commandLifetime}')
return {'done', meta[1], revision}
`;
