import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { summarize } from '#emulators/accepted-counts.ts'
import type { ShopOrder } from '#server/testing/shop-webhooks.ts'
import type { Delivery } from '../mixed-load/clients.ts'
import type { HistoryEntry, SystemState } from './client-history.ts'

export type StoredOrder = ShopOrder & { orderNumber: string; channelId: string; isShort: boolean }

/** Acknowledged orders exist exactly once and unchanged, unacknowledged ones at most once, and there are no other orders. */
export function checkDeliveries(entries: readonly HistoryEntry<Delivery>[], storedOrders: readonly StoredOrder[]) {
  const byId = Map.groupBy(storedOrders, ({ externalOrderId }) => externalOrderId)
  const sent = Map.groupBy(entries, ({ order }) => order.externalOrderId)
  const lost: string[] = []
  const doubled: string[] = []
  const altered: string[] = []
  for (const [externalOrderId, tries] of sent) {
    const found = byId.get(externalOrderId) ?? []
    if (found.length === 0 && tries.some(({ outcome }) => outcome === 'ok'))
      lost.push(`order ${externalOrderId} is lost`)
    if (found.length > 1) doubled.push(`order ${externalOrderId} is there ${found.length} times`)
    const [{ order } = { order: null }] = tries
    for (const { channelId, lines } of found) {
      if (channelId !== order?.shop.id) altered.push(`order ${externalOrderId} is another channel's`)
      if (!isDeepStrictEqual(lines, order?.lines)) altered.push(`order ${externalOrderId}: ${JSON.stringify(lines)}`)
    }
  }
  const unsent = storedOrders.filter(({ externalOrderId }) => !sent.has(externalOrderId))
  altered.push(...unsent.map(({ externalOrderId }) => `order ${externalOrderId} was sent by nobody`))
  return { lost, doubled, altered }
}

/** All orders of the company, in the order of intake. */
export function readStoredOrders({ deps, companyId }: SystemState): Promise<StoredOrder[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<StoredOrder>(sql`
      select o.order_number as "orderNumber", o.external_order_id as "externalOrderId", o.channel_id as "channelId",
        exists (
          select from attention_items a where a.company_id = o.company_id and a.order_id = o.id
            and a.code = 'not_enough_stock' and a.resolved_at is null
        ) as "isShort",
        json_agg(
          json_build_object('sku', i.sku, 'quantity', i.quantity, 'unitPrice', i.unit_price::text) order by i.position
        ) as lines
      from orders o join order_items i on i.company_id = o.company_id and i.order_id = o.id
      group by o.company_id, o.id order by length(o.order_number), o.order_number`)
    return rows
  })
}

/** No message was delivered twice, and each that is recorded as sent has arrived. */
export async function checkMessages(system: SystemState): Promise<string[]> {
  const { smtp, sms } = system.emulators
  const arrived = {
    email: new Set(smtp.state.mails.flatMap(messageIdOf)),
    sms: new Set(sms.state.texts.map(({ sid }) => sid)),
  }
  const missing = (await readSentMessages(system)).filter(({ method, externalId }) => !arrived[method].has(externalId))
  const twice = (what: string, { repeated }: { repeated: number }) =>
    repeated === 0 ? [] : [`${repeated} ${what} came twice`]
  return [
    ...missing.map(({ method, externalId }) => `${method} ${externalId} counts as sent and never arrived`),
    ...twice('mails', summarize(smtp.state.tally)),
    ...twice('texts', summarize(sms.state.tally)),
  ]
}

const messageIdOf = ({ source }: { source: string }): string[] => {
  const found = /^message-id: (\S+)/im.exec(source)?.[1]
  return found ? [found] : []
}

type SentMessage = { method: 'email' | 'sms'; externalId: string }

function readSentMessages({ deps, companyId }: SystemState): Promise<SentMessage[]> {
  return deps.db.inCompany(companyId, async (tx) => {
    const { rows } = await tx.execute<SentMessage>(sql`
      select method, external_id as "externalId" from notifications where status = 'sent'`)
    return rows
  })
}
