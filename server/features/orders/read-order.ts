import { z } from 'zod'
import type { OrderDetail } from '#contract/orders.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { remedies } from './attention/remedies.ts'
import { maskPersonal, openPersonal, type SealedColumn } from './personal-data.ts'
import { getOrderOrThrow, listItemsOf, listOpenAttentionOf, readTimeline } from './queries/order-detail.ts'

/** The audit log says who saw whose data; those who see them masked have seen none. */
export async function readOrder(ctx: CompanyContext, { orderId }: { orderId: string }): Promise<OrderDetail> {
  const isMasked = ctx.actor.type === 'user' && ctx.actor.role === 'readonly'
  return ctx.transaction(async (tx) => {
    const { promotionSummary, ...order } = await getOrderOrThrow(tx, ctx.companyId, orderId)
    const person = personOf(ctx, order, isMasked)
    if (!isMasked && (person.customer ?? person.shippingAddress)) {
      const { companyId } = ctx
      await recordAudit(tx, ctx, { action: 'order.view', resource: 'order', resourceId: orderId, companyId })
    }
    const attentions = (await listOpenAttentionOf(tx, ctx.companyId, orderId)).map(({ raisedAt, ...item }) => ({
      ...item,
      remedy: remedies[item.code],
      raisedAt: raisedAt.toISOString(),
    }))
    const timeline = await readTimeline(tx, ctx.companyId, orderId)
    return {
      ...order,
      ...person,
      placedAt: order.placedAt.toISOString(),
      fulfillAfter: order.fulfillAfter?.toISOString() ?? null,
      promotionCodes: promotionCodesOf(promotionSummary),
      items: await listItemsOf(tx, ctx.companyId, orderId),
      attention: attentions[0] ?? null,
      attentions,
      timeline: timeline.map(({ occurredAt, ...entry }) => ({ ...entry, occurredAt: occurredAt.toISOString() })),
    }
  })
}

type SealedPerson = Pick<Awaited<ReturnType<typeof getOrderOrThrow>>, 'customer' | 'shippingAddress'>

function personOf(ctx: CompanyContext, { customer, shippingAddress }: SealedPerson, isMasked: boolean) {
  const read = (column: SealedColumn, { id }: { id: string }, sealed: string | null) => {
    const plain = openPersonal(ctx, column, id, sealed)
    return isMasked ? maskPersonal(column, plain) : plain
  }
  return {
    customer: customer && {
      ...customer,
      email: read('customers.email', customer, customer.email),
      phone: read('customers.phone', customer, customer.phone),
    },
    shippingAddress: shippingAddress && {
      ...shippingAddress,
      line1: read('customer_addresses.line1', shippingAddress, shippingAddress.line1),
      line2: read('customer_addresses.line2', shippingAddress, shippingAddress.line2),
    },
  }
}

const PromotionSummary = z.object({ codes: z.array(z.string()) })

const promotionCodesOf = (summary: unknown): string[] => PromotionSummary.nullable().parse(summary)?.codes ?? []
