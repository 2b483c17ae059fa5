import { sql } from 'drizzle-orm'
import { lockIntake } from '#server/features/orders/intake/queries.ts'
import { lockOrders } from '#server/features/orders/order-queries.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext, PlatformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { type ErasedCounts, eraseCustomerRows, eraseOrders, sumErased } from './erase-personal-data.ts'
import { purgeCompany } from './purge-company.ts'
import { listRetentions } from './purge-queries.ts'

export const privacyJobs = {
  'privacy.purge': purgePersonalData,
  'privacy.erase-buyer': eraseBuyer,
}

/**
 * Hourly job: erases personal data past its retention in every company. A company that fails does not stop the others.
 */
export async function purgePersonalData(ctx: PlatformContext): Promise<{ erased: ErasedCounts }> {
  let erased: ErasedCounts = {}
  const failures: unknown[] = []
  for (const retention of await ctx.transaction(listRetentions)) {
    try {
      erased = sumErased(erased, await purgeCompany(ctx, retention))
    } catch (error) {
      ctx.log.error({ err: error, companyId: retention.companyId }, 'could not erase the personal data of a company')
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
  return { erased }
}

type BuyerToErase = { orderIds: string[]; customerIds: string[]; deliveryId: string }

const dayMs = 24 * 3600_000

/**
 * Erases a buyer because their channel asks for it: the data of these orders, of customers without other orders, and the request itself.
 * Orders that are still on the way can't arrive without the data: they are tried again every day.
 */
async function eraseBuyer(
  ctx: CompanyContext,
  buyer: BuyerToErase,
): Promise<{ erased: ErasedCounts; waiting: number }> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const at = ctx.clock.now()
    await lockIntake(tx, companyId)
    await lockOrders(tx, companyId, buyer.orderIds)
    const orders = await listOrdersToErase(tx, companyId, buyer.orderIds)
    const waiting = orders.filter(({ isOpen }) => isOpen).map(({ id }) => id)
    const closed = orders.filter(({ isOpen }) => !isOpen).map(({ id }) => id)
    const customerIds = [...new Set([...buyer.customerIds, ...orders.flatMap(({ customerId }) => customerId ?? [])])]
    const erased = sumErased(
      await eraseOrders(tx, { companyId, orderIds: closed, at }),
      await eraseCustomerRows(tx, { companyId, customerIds, at }),
      { webhook_events: await eraseDelivery(tx, companyId, buyer.deliveryId) },
    )
    for (const customerId of customerIds) {
      const after = { erased, waitingOrders: waiting.length, isAskedByChannel: true }
      await recordAudit(tx, ctx, {
        action: 'customer.erase',
        resource: 'customer',
        resourceId: customerId,
        companyId,
        after,
      })
    }
    if (waiting.length > 0) {
      const startAfter = new Date(at.getTime() + dayMs)
      await ctx.enqueue(tx, 'privacy.erase-buyer', { ...buyer, orderIds: waiting, customerIds }, { startAfter })
    }
    await ctx.publishChange(tx, 'orders')
    await ctx.publishChange(tx, 'notifications')
    return { erased, waiting: waiting.length }
  })
}

async function listOrdersToErase(tx: Tx, companyId: string, orderIds: readonly string[]) {
  const { rows } = await tx.execute<{ id: string; customerId: string | null; isOpen: boolean }>(sql`
    select id, customer_id as "customerId", status not in ('delivered', 'cancelled') as "isOpen" from orders
    where company_id = ${companyId} and id = any(${sql.param([...orderIds])}::uuid[]) and erased_at is null order by id`)
  return rows
}

async function eraseDelivery(tx: Tx, companyId: string, deliveryId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update webhook_events set payload = '' where company_id = ${companyId} and id = ${deliveryId} and payload <> ''`)
  return rowCount ?? 0
}
