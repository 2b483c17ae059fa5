/*
 * Refusals are collected in memory and written every second, so that no reply waits for them. The audit log gets one entry per person
 * or key, route, reason and hour, so that nobody can flood it; `refusal_counts` counts all of them by person, key and client network.
 */
import { sql } from 'drizzle-orm'
import { type AuditEntry, changesBetween, platformCompanyId, recordAudit } from './audit.ts'
import type { Clock } from './clock.ts'
import type { Actor, Deps, Origin } from './context.ts'
import type { Tx } from './db/client.ts'
import type { refusalSources } from './db/schema/audit.ts'
import { loggableError } from './redaction.ts'

/** An API key that exists; `keyId` and `name` as in `KeyHolder`. */
export type KnownKey = { companyId: string; channelId: string | null; keyId: string; name: string }

/** A key that opens nothing: its own time is over, or its channel or company is deactivated. */
export type ClosedKey = KnownKey & { handle: string; hasEnded: boolean }

export type FindClosedKeys = (handles: string[]) => Promise<ClosedKey[]>

type RefusalSource = { type: (typeof refusalSources)[number]; id: string; companyId?: string; name?: string }

type RefusalEntry = AuditEntry & { by: { actor: Actor; origin: Origin } }

/** `route` is the pattern, not the URL, which holds ids and search texts. */
export type RefusedCall = { method: string; route: string; origin: Origin }

export type RefusalLog = {
  countSource(source: RefusalSource): void
  addEntry(entry: RefusalEntry): void
  addKey(call: RefusedCall, key: KnownKey, why: string): void
  /** A key that opened nothing. It is recorded if it exists, which is looked up with the next write. */
  addClosedKey(call: RefusedCall, handle: string): void
  /** Writes at once what is collected. */
  flush(): Promise<void>
}

const flushEveryMs = 1_000

type LogParts = Pick<Deps, 'db' | 'clock' | 'log'> & { findClosedKeys: FindClosedKeys }

export function createRefusalLog({ db, clock, log, findClosedKeys }: LogParts): RefusalLog {
  const memory = createMemory(clock)
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      log.warn(loggableError(error), 'refusals could not be recorded; the request log has them as status 403')
      return false
    }
  }

  const addKey = (call: RefusedCall, key: KnownKey, why: string, count = 1) => {
    const { companyId, keyId, name } = key
    memory.countSource({ type: 'key', id: keyId, companyId, name }, count)
    memory.addEntry(keyEntry(call, key, why))
  }

  const write = async () => {
    const closedKeys = memory.takeClosedKeys()
    await attempt(async () => {
      for (const key of closedKeys.size > 0 ? await findClosedKeys([...closedKeys.keys()]) : []) {
        const { call, count } = closedKeys.get(key.handle) ?? {}
        if (call) addKey(call, key, key.hasEnded ? endedKey : inactiveOwner, count)
      }
    })
    const { counts, entries } = memory.take()
    for (const [, ofCompany] of Map.groupBy(entries, ({ companyId }) => companyId)) {
      const isWritten = await attempt(() => db.onPlatform((tx) => insertEntries(tx, ofCompany)))
      if (!isWritten) memory.forget(ofCompany)
    }
    if (counts.length > 0) await attempt(() => db.onPlatform((tx) => addCounts(tx, counts)))
  }

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }
  const thenFlush =
    <Given extends unknown[]>(add: (...given: Given) => void) =>
    (...given: Given) => {
      add(...given)
      timer ??= setTimeout(() => void flush(), flushEveryMs).unref()
    }

  return {
    countSource: thenFlush((source: RefusalSource) => memory.countSource(source, 1)),
    addEntry: thenFlush(memory.addEntry),
    addKey: thenFlush((call, key, why) => addKey(call, key, why)),
    addClosedKey: thenFlush(memory.addClosedKey),
    flush,
  }
}

const endedKey = 'The key was revoked or replaced, or has expired.'

const inactiveOwner = 'The key’s channel or company is deactivated.'

const keyEntry = (call: RefusedCall, { companyId, channelId, keyId, name }: KnownKey, why: string): RefusalEntry => ({
  by: { actor: { type: 'api_key', name, channelId }, origin: call.origin },
  action: 'key.refuse',
  resource: channelId === null ? 'api_key' : 'channel',
  resourceId: channelId ?? keyId,
  companyId,
  after: { method: call.method, route: call.route, why },
})

const hourMs = 3_600_000

/** Length of the windows in which refusals are counted. */
const windowMs = 10 * 60_000

/** Bound the memory; what is beyond is in the metric only. */
const maxSources = 20_000
const maxEntries = 1_000
const maxRemembered = 100_000

type SourceCount = RefusalSource & { startsAt: number; count: number }

type ClosedKeyCount = { call: RefusedCall; count: number }

function createMemory(clock: Clock) {
  const counts = new Map<string, SourceCount>()
  const entries: RefusalEntry[] = []
  const closedKeys = new Map<string, ClosedKeyCount>()
  /** Entries of this hour. */
  const recorded = new Set<string>()
  let hour = 0
  return {
    countSource(source: RefusalSource, added: number): void {
      const now = clock.now().getTime()
      const startsAt = now - (now % windowMs)
      const key = `${source.type} ${source.id} ${startsAt}`
      const known = counts.get(key)
      if (known) known.count += added
      else if (counts.size < maxSources) counts.set(key, { ...source, startsAt, count: added })
    },
    addEntry(entry: RefusalEntry): void {
      const thisHour = Math.floor(clock.now().getTime() / hourMs)
      if (thisHour !== hour || recorded.size >= maxRemembered) recorded.clear()
      hour = thisHour
      const key = identityOf(entry)
      if (recorded.has(key) || entries.length >= maxEntries) return
      recorded.add(key)
      entries.push(entry)
    },
    addClosedKey(call: RefusedCall, handle: string): void {
      const known = closedKeys.get(handle)
      if (known) known.count += 1
      else if (closedKeys.size < maxEntries) closedKeys.set(handle, { call, count: 1 })
    },
    takeClosedKeys: () => takeAll(closedKeys),
    take: () => ({ counts: [...takeAll(counts).values()], entries: entries.splice(0) }),
    /** Lets the next refusal of this kind be recorded. */
    forget: (unwritten: readonly RefusalEntry[]) => {
      for (const entry of unwritten) recorded.delete(identityOf(entry))
    },
  }
}

function takeAll<Key, Value>(map: Map<Key, Value>): Map<Key, Value> {
  const taken = new Map(map)
  map.clear()
  return taken
}

const identityOf = ({ by: { actor }, companyId, action, resource, resourceId, after }: RefusalEntry): string =>
  JSON.stringify([actor.type === 'user' ? actor.userId : actor.name, companyId, action, resource, resourceId, after])

/** Leaves out what another process wrote within the hour. */
async function insertEntries(tx: Tx, entries: readonly RefusalEntry[]): Promise<void> {
  for (const { by, ...entry } of entries) {
    if (!(await isRecorded(tx, by.actor, entry))) await recordAudit(tx, by, entry)
  }
}

async function isRecorded(tx: Tx, actor: Actor, entry: AuditEntry): Promise<boolean> {
  const { after } = changesBetween({}, entry.after)
  const isSameActor =
    actor.type === 'user'
      ? sql`user_id = ${actor.userId}`
      : sql`resource = ${entry.resource} and resource_id is not distinct from ${entry.resourceId} and actor_name = ${actor.name}`
  const { rows } = await tx.execute(sql`
    select from audit_log
    where company_id = ${entry.companyId ?? platformCompanyId} and created_at > now() - interval '1 hour' and ${isSameActor}
      and action = ${entry.action} and changes -> 'after' = ${JSON.stringify(after)}::jsonb
    limit 1`)
  return rows.length > 0
}

/** Sorted, so that two processes lock rows in the same order. */
async function addCounts(tx: Tx, counts: readonly SourceCount[]): Promise<void> {
  const rows = counts
    .map(({ type, id, startsAt, companyId = null, name = null, count }) => ({
      source_type: type,
      source: id,
      starts_at: new Date(startsAt).toISOString(),
      company_id: companyId,
      name,
      count,
    }))
    .toSorted((a, b) => (`${a.source_type} ${a.source}` < `${b.source_type} ${b.source}` ? -1 : 1))
  await tx.execute(sql`
    insert into refusal_counts as c (source_type, source, starts_at, company_id, name, count)
    select source_type, source, starts_at, company_id, name, count
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given(source_type text, source text, starts_at timestamptz, company_id uuid, name text, count integer)
    on conflict (source_type, source, starts_at) do update set count = c.count + excluded.count, name = excluded.name`)
}
