import { z } from 'zod'
import { OrderData, orderEventTypes, type OrderEventType } from '#contract/intake.ts'
import { say } from '#contract/i18n.ts'
import { line } from '#contract/fields.ts'
import { NotUnderstood, type RawDelivery, type ParsedDelivery } from '#server/ports/channel.ts'
import { parseShape, readJson } from '../parse-body.ts'

const moment = 'must be a time such as 2026-09-20T10:15:00Z'
const Envelope = z.object({
  type: line('type', 100),
  timestamp: z.iso.datetime({ offset: true, error: moment }).nullish(),
})
const Named = z.object({ data: OrderData.pick({ externalOrderId: true }) })
const Whole = z.object({ data: OrderData })

/** Reads a webhook in Lockstep's own format: `type`, `timestamp` and `data`. */
export function readStandard({ body }: Pick<RawDelivery, 'body'>): ParsedDelivery {
  const payload = readJson(body)
  const externalOrderId = Named.safeParse(payload).data?.data.externalOrderId ?? null
  const { type, timestamp } = parseShape(Envelope, payload, { externalOrderId })
  if (!isOrderEvent(type)) return readOther(type, externalOrderId)
  const about = { externalOrderId, eventType: type }
  const eventAt = timestamp ? new Date(timestamp) : null
  if (type === 'order.cancelled') {
    const whole = Whole.safeParse(payload)
    // A cancellation counts even when only the order's id can be read.
    if (!whole.success) {
      return { kind: 'cancelled', externalOrderId: parseShape(Named, payload, about).data.externalOrderId, eventAt }
    }
  }
  const order = parseShape(Whole, payload, about).data
  return { kind: 'order', event: { eventType: type, eventAt, order } }
}

const isOrderEvent = (type: string): type is OrderEventType => orderEventTypes.some((known) => known === type)

/** A misspelt order event is refused, so that no order is silently ignored. */
function readOther(type: string, externalOrderId: string | null): ParsedDelivery {
  const known = orderEventTypes.join(', ')
  if (/^order/i.test(type)) {
    throw new NotUnderstood(say('It can’t be read: type must be one of {values}.', { values: known }), {
      externalOrderId,
      eventType: type,
    })
  }
  return { kind: 'nothing', eventType: type, why: `Only ${known} are imported.` }
}
