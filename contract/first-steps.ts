import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Moment } from './fields.ts'
import { SpeedPreview } from './fulfillment.ts'

/** The first hour of a company: each step with what came of it. */
export const FirstSteps = z.object({
  /** A connected Amazon account. */
  amazon: z.object({ account: z.string().nullable() }),
  stock: z.object({ skus: z.int(), readAt: Moment.nullable(), isReading: z.boolean() }),
  channels: z.object({ count: z.int(), name: z.string().nullable() }),
  /** What shops sell, and whether it is known which SKU it is; `channelId` is a shop with something left to match. */
  matching: z.object({ matched: z.int(), left: z.int(), isReading: z.boolean(), channelId: z.string().nullable() }),
  /** `isChosen` also when somebody decided to keep no buffer. */
  buffer: z.object({ isChosen: z.boolean(), units: z.int() }),
  testOrder: z.object({ testedAt: Moment.nullable() }),
  /** Channels that orders come from or stock is sent to. */
  live: z.object({ channels: z.int() }),
})
export type FirstSteps = z.output<typeof FirstSteps>

/** Amazon's answer on one unit to a public address; nothing is ordered. */
export const TestOrder = z.object({
  sku: z.string(),
  title: z.string(),
  /** Such as "San Francisco, US". */
  destination: z.string(),
  speeds: z.array(SpeedPreview),
})
export type TestOrder = z.output<typeof TestOrder>

export const firstStepDecisions = ['keep_no_buffer', 'hide', 'show'] as const
export type FirstStepDecision = (typeof firstStepDecisions)[number]

export const firstStepsApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/first-steps',
    summary: 'The checklist of a new company, with what came of each step',
    access: 'readonly',
    scope: 'company',
    reply: FirstSteps,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/first-steps',
    summary: 'Keep no safety buffer, or hide or show the checklist',
    access: 'ops',
    scope: 'company',
    body: z.strictObject({ decision: z.enum(firstStepDecisions) }),
    reply: FirstSteps,
  }),
  testOrder: endpoint({
    method: 'POST',
    path: '/api/first-steps/test-order',
    summary: 'Ask Amazon what shipping one unit of a SKU in stock would cost; nothing is ordered',
    access: 'ops',
    scope: 'company',
    reply: TestOrder,
  }),
}
