import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ExportFormat, FileReply, Id, Moment } from './fields.ts'
import { observationDecisions, observationKinds, verdicts } from './observe-values.ts'
import { shippingSpeeds } from './order-status.ts'
import { PageQuery } from './paging.ts'

/** What is sent once a company that observes goes live, and what is not. */
export const GoingLive = z.object({
  /** Orders that automatic fulfillment sends, at once or when their delay is over. */
  ordersToSend: z.int(),
  /** Open orders that were decided on while the company observed: they wait for a person. */
  ordersLeft: z.int(),
  /** Channels that are told stock and prices of all their SKUs. */
  channelsToTell: z.int(),
  /** Amazon accounts whose next two-way sync sends changes of listings. */
  accountsToSend: z.int(),
})
export type GoingLive = z.output<typeof GoingLive>

export const ObserveMode = z.object({
  /** Null while Lockstep does the work. */
  observingSince: Moment.nullable(),
  goingLive: GoingLive,
})
export type ObserveMode = z.output<typeof ObserveMode>

/** What would have been sent, or was: an order's speed, units and fee, or the quantity of a SKU. */
const Sent = z.object({
  at: Moment.nullable(),
  speed: z.enum(shippingSpeeds).nullable(),
  units: z.int().nullable(),
  fee: z.string().nullable(),
  currency: z.string().nullable(),
  quantity: z.int().nullable(),
})

export const ObservationRow = z.object({
  id: Id,
  kind: z.enum(observationKinds),
  /** An order number, a SKU, or the type of a message. */
  label: z.string(),
  orderId: Id.nullable(),
  channelName: z.string().nullable(),
  decision: z.enum(observationDecisions),
  reason: z.string().nullable(),
  planned: Sent,
  /** Null while nothing is known of it. */
  actual: Sent.nullable(),
  verdict: z.enum(verdicts),
  /** How often it was decided so. */
  times: z.int(),
  decidedAt: Moment,
})
export type ObservationRow = z.output<typeof ObservationRow>

/** Counts of a kind over the last 30 days. */
const ObservationCounts = z.object({
  kind: z.enum(observationKinds),
  total: z.int(),
  same: z.int(),
  different: z.int(),
  waiting: z.int(),
})

export const ObserveSummary = z.object({
  observingSince: Moment.nullable(),
  counts: z.array(ObservationCounts),
  /** What Amazon would have charged, by currency. */
  fees: z.array(z.object({ currency: z.string(), amount: z.string() })),
})
export type ObserveSummary = z.output<typeof ObserveSummary>

const ObservationFilter = z.strictObject({
  kind: z.enum(observationKinds).optional(),
  only: z.enum(['differences']).optional(),
})
const ObservationQuery = PageQuery.extend(ObservationFilter.shape)

export const observeApi = {
  mode: endpoint({
    method: 'GET',
    path: '/api/observe',
    summary: 'Whether the company observes, and what starts when it goes live',
    access: 'readonly',
    scope: 'company',
    reply: ObserveMode,
  }),
  switchMode: endpoint({
    method: 'PUT',
    path: '/api/observe',
    summary: 'Start observing, so that nothing is sent, or go live',
    access: 'admin',
    scope: 'company',
    body: z.strictObject({ isObserving: z.boolean() }),
    reply: ObserveMode,
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/observe/summary',
    summary: 'How often Lockstep would have done the same as what happened, per kind',
    access: 'readonly',
    scope: 'company',
    reply: ObserveSummary,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/observe/decisions',
    summary: 'What Lockstep would have done beside what happened, differences first',
    access: 'readonly',
    scope: 'company',
    query: ObservationQuery,
    reply: z.array(ObservationRow),
    paged: true,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/observe/export',
    summary: 'The same as a file',
    access: 'ops',
    scope: 'company',
    query: ObservationFilter.extend({ format: ExportFormat }),
    reply: FileReply,
  }),
}
