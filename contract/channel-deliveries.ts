import { z } from 'zod'
import { deliveryStatuses, intakeSources, intakeStates } from './channel-values.ts'
import { endpoint } from './endpoint.ts'
import { Id, Moment } from './fields.ts'
import { PageQuery } from './paging.ts'

/** A delivery (webhook, API call or polled order) from a channel. */
export const Delivery = z.object({
  id: Id,
  source: z.enum(intakeSources),
  eventType: z.string().nullable(),
  externalOrderId: z.string().nullable(),
  state: z.enum(intakeStates),
  error: z.string().nullable(),
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  receivedAt: Moment,
  processedAt: Moment.nullable(),
})
export type Delivery = z.output<typeof Delivery>

/** `payload` is the raw text; of a refused delivery only the beginning is stored. */
export const DeliveryDetail = Delivery.extend({ payload: z.string() })
export type DeliveryDetail = z.output<typeof DeliveryDetail>

/** A message that we sent to a channel. */
export const SentMessage = z.object({
  id: Id,
  eventType: z.string(),
  orderId: Id.nullable(),
  orderNumber: z.string().nullable(),
  /** The receiver; of a web address without its secret parts. */
  url: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  responseStatus: z.int().nullable(),
  error: z.string().nullable(),
  createdAt: Moment,
  nextAttemptAt: Moment.nullable(),
  deliveredAt: Moment.nullable(),
})
export type SentMessage = z.output<typeof SentMessage>

const ByChannel = z.strictObject({ channelId: Id })

export const channelDeliveriesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/channels/:channelId/deliveries',
    summary: 'What the channel sent us, newest first',
    access: 'readonly',
    scope: 'company',
    params: ByChannel,
    query: PageQuery.extend({ state: z.enum(intakeStates).optional() }),
    reply: z.array(Delivery),
    paged: true,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/api/channels/:channelId/deliveries/:deliveryId',
    summary: 'One delivery with its payload; the audit log records who looked',
    access: 'ops',
    scope: 'company',
    params: ByChannel.extend({ deliveryId: Id }),
    reply: DeliveryDetail,
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/deliveries/:deliveryId/replay',
    summary: 'Process a delivery again',
    access: 'ops',
    scope: 'company',
    params: ByChannel.extend({ deliveryId: Id }),
    reply: Delivery,
  }),
  sent: endpoint({
    method: 'GET',
    path: '/api/channels/:channelId/sent',
    summary: 'Messages to the channel, newest first',
    access: 'readonly',
    scope: 'company',
    params: ByChannel,
    query: PageQuery,
    reply: z.array(SentMessage),
    paged: true,
  }),
  resend: endpoint({
    method: 'POST',
    path: '/api/channels/:channelId/sent/:messageId/resend',
    summary: 'Send a message to the channel again now',
    access: 'ops',
    scope: 'company',
    params: ByChannel.extend({ messageId: Id }),
    reply: SentMessage,
  }),
}
