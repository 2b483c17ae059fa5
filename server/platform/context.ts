import { sql } from 'drizzle-orm'
import type { Topic } from '#contract/events.ts'
import type { BuiltChannelType, WebsitePlatform } from '#contract/channel-words.ts'
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
import { afterCommit, type Database, type Premise, type Tx } from './db/client.ts'
import type { CatalogJobs } from './jobs/catalog.ts'
import { wokenBy, type DrainName, type Waker } from './jobs/drains.ts'
import type { Enqueue, JobQueue } from './jobs/queue.ts'
import type { Log } from './log.ts'
import type { Gate } from './restored/gate.ts'
import type { Shared } from './shared/shared.ts'
import type { Vault } from './vault.ts'

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
  waker: Waker
  gate: Gate
  ports: Ports
  shared: Shared
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
  gate: Pick<Gate, 'restoredAt' | 'closedBy'>
}

/** What a verb gets to work with inside one company. */
export type CompanyContext = BaseContext & {
  companyId: string
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For work that only reads. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  enqueue: Enqueue<CatalogJobs, 'company'>
  /** Tells the company's browsers, and wakes the drains that such news concern, once the transaction commits. */
  announce(tx: Tx, topic: Topic): Promise<void>
  /** The same to the browsers alone, where no drain has anything to do because of it. */
  tellBrowsers(tx: Tx, topic: Topic): Promise<void>
  /** Has a drain look after its table once the transaction commits. */
  wake(tx: Tx, drain: DrainName): void
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
  wakeDue(companyId: string): Promise<DrainName[]>
  /** Tells every admin's browser, once the transaction commits. */
  announce(tx: Tx, topic: Topic): Promise<void>
  /** Tells a company's browsers. */
  tellCompany(tx: Tx, companyId: string, topic: Topic): Promise<void>
}

type Who = { actor: Actor; origin: Origin; log?: Log; premise?: Premise | null }

export const nowhere: Origin = { requestId: null, ipAddress: null, userAgent: null }

export function companyContext(deps: Deps, who: Who, companyId: string): CompanyContext {
  const wakeLater = (tx: Tx, drain: DrainName) => afterCommit(tx, () => deps.waker.wake(companyId, drain))
  return {
    ...base(deps, who),
    companyId,
    transaction: async (work) => {
      await confirm(deps.db, who.premise)
      return deps.db.inCompany(companyId, work)
    },
    read: (work) => deps.db.readCompany(companyId, work, who.premise),
    enqueue: (tx, name, payload, options) => deps.queue.enqueue(tx, companyId, name, payload, options),
    announce: async (tx, topic) => {
      await deps.shared.announce(tx, companyId, topic)
      for (const drain of wokenBy[topic] ?? []) wakeLater(tx, drain)
    },
    tellBrowsers: (tx, topic) => deps.shared.announce(tx, companyId, topic),
    wake: wakeLater,
  }
}

export function platformContext(deps: Deps, who: Who): PlatformContext {
  return {
    ...base(deps, who),
    transaction: async (work, companyId) => {
      await confirm(deps.db, who.premise)
      return deps.db.onPlatform(work, companyId)
    },
    read: (work, companyId) => deps.db.readPlatform(work, companyId, who.premise),
    enqueueFor: (companyId) => (tx, name, payload, options) =>
      deps.queue.enqueue(tx, companyId, name, payload, options),
    wakeDue: (companyId) => deps.waker.wakeDue(companyId),
    announce: (tx, topic) => deps.shared.announce(tx, null, topic),
    tellCompany: (tx, companyId, topic) => deps.shared.announce(tx, companyId, topic),
  }
}

/** For what does not read first: a premise is confirmed with whatever is read. */
export async function confirm(db: Database, premise: Premise | null | undefined): Promise<void> {
  if (premise && !premise.isConfirmed) await db.readPlatform((tx) => tx.execute(sql`select`), undefined, premise)
}

const base = (deps: Deps, who: Who): BaseContext => ({
  actor: who.actor,
  origin: who.origin,
  clock: deps.clock,
  log: who.log ?? deps.log,
  ports: deps.ports,
  vault: deps.vault,
  publicUrl: deps.config.PUBLIC_URL,
  gate: deps.gate,
})
