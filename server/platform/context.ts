import { sql } from 'drizzle-orm'
import type { Topic } from '#contract/events.ts'
import type { BuiltChannelType, WebsitePlatform } from '#contract/channel-values.ts'
import type { Role } from '#contract/roles.ts'
import type { ChannelAdapter } from '#server/ports/channel.ts'
import type { FulfillmentService } from '#server/ports/fulfillment.ts'
import type { IdentityProvider } from '#server/ports/identity.ts'
import type { Listings } from '#server/ports/listings.ts'
import type { MailService } from '#server/ports/mail.ts'
import type { Marketplace } from '#server/ports/marketplace.ts'
import type { SmsService } from '#server/ports/sms.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { afterCommit, type Database, type SessionCheck, type Tx } from './db/client.ts'
import type { CatalogJobs } from './jobs/catalog.ts'
import { triggeredBy, type TableWorkerName, type WorkerTrigger } from './jobs/table-workers.ts'
import type { Enqueue, JobQueue } from './jobs/queue.ts'
import type { Log } from './log.ts'
import type { RestoreGate } from './restore-gate.ts'
import type { SharedState } from './shared-state/shared-state.ts'
import type { Vault } from './crypto/vault.ts'

/** Everything outside the company's walls that verbs may use, in our own words. */
export type Ports = {
  identity: IdentityProvider
  /** Null, like the listings and the fulfilment there, while the environment names no application at Amazon. */
  marketplace: Marketplace | null
  listings: Listings | null
  fulfillment: FulfillmentService | null
  /** Null while the environment names none. */
  mail: MailService | null
  sms: SmsService | null
  /** By what a channel runs on. */
  channels: Record<ChannelKind, ChannelAdapter>
}

/** A website is known by its platform, any other channel by its type. */
export type ChannelKind = WebsitePlatform | Exclude<BuiltChannelType, 'website'>

/** What the process is made of; built once, in `deps.ts` and in tests. */
export type Deps = {
  config: Config
  db: Database
  clock: Clock
  log: Log
  vault: Vault
  queue: JobQueue<CatalogJobs>
  workerTrigger: WorkerTrigger
  gate: RestoreGate
  ports: Ports
  shared: SharedState
}

/** Who does something: always a named person or part, so that every change can be put to somebody. */
export type Actor =
  | { type: 'user'; userId: string; role: Role; name: string }
  | { type: 'api_key'; name: string; channelId: string | null }
  | { type: 'webhook'; name: string; channelId: string }
  | { type: 'job'; name: string }
  | { type: 'system'; name: string }

/** Where a request came from, for the audit log. */
export type Origin = { requestId: string | null; ipAddress: string | null; userAgent: string | null }

type BaseContext = {
  actor: Actor
  origin: Origin
  clock: Clock
  log: Log
  ports: Ports
  vault: Vault
  /** Where people and programs reach the product. */
  publicUrl: string
  /** Whether the database was brought back to an earlier moment: what happened before then is no news to the outside. */
  gate: Pick<RestoreGate, 'restoredAt' | 'closedBy'>
}

/** What a verb gets to work with inside one company. */
export type CompanyContext = BaseContext & {
  companyId: string
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For work that only reads. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  enqueue: Enqueue<CatalogJobs, 'company'>
  /** Tells the company's browsers, and wakes the drains that such news concern, once the transaction commits. */
  publishChange(tx: Tx, topic: Topic): Promise<void>
  /** The same to the browsers alone, where no drain has anything to do because of it. */
  notifyBrowsers(tx: Tx, topic: Topic): Promise<void>
  /** Has a drain look after its table once the transaction commits. */
  triggerWorker(tx: Tx, worker: TableWorkerName): void
}

/** What a verb of the provider's staff, or of the platform itself, gets. Company data stay behind their wall. */
export type PlatformContext = BaseContext & {
  /** With a company named, that company's own tables are open to it too. */
  transaction<T>(work: (tx: Tx) => Promise<T>, companyId?: string): Promise<T>
  /** For work that only reads. */
  read<T>(work: (tx: Tx) => Promise<T>, companyId?: string): Promise<T>
  /** For the company that the transaction names. */
  enqueueFor(companyId: string): Enqueue<CatalogJobs, 'company'>
  /** Has every drain of a company run that has something to do and is not about to; answers which. */
  triggerDueWorkers(companyId: string): Promise<TableWorkerName[]>
  /** Tells every admin's browser, once the transaction commits. */
  publishChange(tx: Tx, topic: Topic): Promise<void>
  /** Tells a company's browsers. */
  notifyCompany(tx: Tx, companyId: string, topic: Topic): Promise<void>
}

type Caller = { actor: Actor; origin: Origin; log?: Log; sessionCheck?: SessionCheck | null }

export const noOrigin: Origin = { requestId: null, ipAddress: null, userAgent: null }

export function companyContext(deps: Deps, caller: Caller, companyId: string): CompanyContext {
  const triggerLater = (tx: Tx, worker: TableWorkerName) =>
    afterCommit(tx, () => deps.workerTrigger.trigger(companyId, worker))
  return {
    ...base(deps, caller),
    companyId,
    transaction: async (work) => {
      await confirmSession(deps.db, caller.sessionCheck)
      return deps.db.inCompany(companyId, work)
    },
    read: (work) => deps.db.readCompany(companyId, work, caller.sessionCheck),
    enqueue: (tx, name, payload, options) => deps.queue.enqueue(tx, companyId, name, payload, options),
    publishChange: async (tx, topic) => {
      await deps.shared.publishChange(tx, companyId, topic)
      for (const worker of triggeredBy[topic] ?? []) triggerLater(tx, worker)
    },
    notifyBrowsers: (tx, topic) => deps.shared.publishChange(tx, companyId, topic),
    triggerWorker: triggerLater,
  }
}

export function platformContext(deps: Deps, caller: Caller): PlatformContext {
  return {
    ...base(deps, caller),
    transaction: async (work, companyId) => {
      await confirmSession(deps.db, caller.sessionCheck)
      return deps.db.onPlatform(work, companyId)
    },
    read: (work, companyId) => deps.db.readPlatform(work, companyId, caller.sessionCheck),
    enqueueFor: (companyId) => (tx, name, payload, options) =>
      deps.queue.enqueue(tx, companyId, name, payload, options),
    triggerDueWorkers: (companyId) => deps.workerTrigger.triggerDue(companyId),
    publishChange: (tx, topic) => deps.shared.publishChange(tx, null, topic),
    notifyCompany: (tx, companyId, topic) => deps.shared.publishChange(tx, companyId, topic),
  }
}

/** For what does not read first: a premise is confirmed with whatever is read. */
export async function confirmSession(db: Database, sessionCheck: SessionCheck | null | undefined): Promise<void> {
  if (sessionCheck && !sessionCheck.isConfirmed)
    await db.readPlatform((tx) => tx.execute(sql`select`), undefined, sessionCheck)
}

const base = (deps: Deps, caller: Caller): BaseContext => ({
  actor: caller.actor,
  origin: caller.origin,
  clock: deps.clock,
  log: caller.log ?? deps.log,
  ports: deps.ports,
  vault: deps.vault,
  publicUrl: deps.config.PUBLIC_URL,
  gate: deps.gate,
})
