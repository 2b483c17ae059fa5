import { sql } from 'drizzle-orm'
import type { Topic } from '#contract/events.ts'
import { formatMessage, type Message } from '#contract/i18n.ts'
import type { Role } from '#contract/roles.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { afterCommit, type Database, type SessionCheck, type Tx } from './db/client.ts'
import type { CatalogJobs } from './jobs/catalog.ts'
import { triggeredBy, type TableWorkerName, type WorkerTrigger } from './jobs/table-workers.ts'
import type { Enqueue, JobQueue } from './jobs/queue.ts'
import type { Log } from './log.ts'
import { blockWhileObserving } from './observe-mode.ts'
import { gatePorts, type Ports } from './ports.ts'
import type { RestoreGate } from './restore-gate.ts'
import type { SharedState } from './shared-state/shared-state.ts'
import type { Vault } from './crypto/vault.ts'

/** The dependencies of a process; built once, in `deps.ts` and in tests. */
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

/** Who makes a change. A closed union, so that every audit entry can be attributed. */
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
  /** `askFirst` or a confirmation, from calls of screens (`riskHeader`); null where nobody is asked about risky values. */
  riskAnswer: string | null
  /** A sentence for whoever called; in English for machines. */
  inReadersLanguage(message: Message): string
  /** The product's own address. */
  publicUrl: string
  /** Whether the database was restored to an earlier moment: what happened before that moment is not reported to the outside again. */
  gate: Pick<RestoreGate, 'restoredAt' | 'closedBy'>
}

/** What a verb receives to work inside one company. Row-level security limits its transactions to that company. */
export type CompanyContext = BaseContext & {
  companyId: string
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A read-only transaction per statement, in one round trip each. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  enqueue: Enqueue<CatalogJobs, 'company'>
  /** Once the transaction commits, notifies the company's browsers and triggers the table workers of that topic. */
  publishChange(tx: Tx, topic: Topic): Promise<void>
  /** The same for browsers only, where no table worker has anything to do because of it. */
  notifyBrowsers(tx: Tx, topic: Topic): Promise<void>
  /** Once the transaction commits, lets a table worker check its table. */
  triggerWorker(tx: Tx, worker: TableWorkerName): void
}

/** What a verb of the provider's staff, or of the platform itself, receives. Row-level security hides company data from it. */
export type PlatformContext = BaseContext & {
  /** When a company is named, that company's tables are accessible too. */
  transaction<T>(work: (tx: Tx) => Promise<T>, companyId?: string): Promise<T>
  read<T>(work: (tx: Tx) => Promise<T>, companyId?: string): Promise<T>
  /** For transactions that name this company. */
  enqueueFor(companyId: string): Enqueue<CatalogJobs, 'company'>
  /** Enqueues every table worker of the company that has due rows and no queued job; returns their names. */
  triggerDueWorkers(companyId: string): Promise<TableWorkerName[]>
  /** Notifies the browsers of all provider staff once the transaction commits. */
  publishChange(tx: Tx, topic: Topic): Promise<void>
  /** Notifies the browsers of one company once the transaction commits. */
  notifyCompany(tx: Tx, companyId: string, topic: Topic): Promise<void>
}

type Caller = {
  actor: Actor
  origin: Origin
  log?: Log
  sessionCheck?: SessionCheck | null
  riskAnswer?: string | null
  inReadersLanguage?(message: Message): string
}

export const noOrigin: Origin = { requestId: null, ipAddress: null, userAgent: null }

export function companyContext(deps: Deps, caller: Caller, companyId: string): CompanyContext {
  const triggerLater = (tx: Tx, worker: TableWorkerName) =>
    afterCommit(tx, () => deps.workerTrigger.trigger(companyId, worker))
  const { ports, ...parts } = base(deps, caller)
  return {
    ...parts,
    ports: gatePorts(ports, blockWhileObserving({ ...deps, companyId })),
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

/** Confirms a cached session for work that does not begin with a read; reads confirm it in their own round trip. */
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
  riskAnswer: caller.riskAnswer ?? null,
  inReadersLanguage: caller.inReadersLanguage ?? ((message) => formatMessage(message)),
  publicUrl: deps.config.PUBLIC_URL,
  gate: deps.gate,
})
