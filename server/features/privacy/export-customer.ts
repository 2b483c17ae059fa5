import { shownBytes } from '#server/features/channels/inbox/shown-bytes.ts'
import { openContent } from '#server/features/channels/inbox/stored-delivery.ts'
import { openAddress } from '#server/features/orders/personal-data.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { iso, isoOrNull } from '#server/platform/db/moments.ts'
import type { Download } from '#server/platform/http/download.ts'
import { contextOf } from '#server/platform/sealed-columns.ts'
import { toCustomerRow } from './customer-row.ts'
import {
  listAddressesOf,
  listDeliveriesOf,
  listMessagesTo,
  listOrdersOf,
  type DeliveryRecord,
  type MessageRecord,
} from './queries/customer-file.ts'
import { getCustomerOrThrow } from './queries/customers.ts'

/** All that is kept about one customer, in one file for them. */
export async function exportCustomer(ctx: CompanyContext, { customerId }: { customerId: string }): Promise<Download> {
  const { companyId } = ctx
  const key = { companyId, customerId }
  const file = await ctx.transaction(async (tx) => {
    const { eraseObstacle: _obstacle, ...customer } = toCustomerRow(
      ctx,
      await getCustomerOrThrow(tx, companyId, customerId),
    )
    await recordAudit(tx, ctx, { action: 'customer.export', resource: 'customer', resourceId: customerId, companyId })
    return {
      exportedAt: ctx.clock.now().toISOString(),
      customer,
      addresses: (await listAddressesOf(tx, key)).map((address) => openAddress(ctx, address)),
      orders: await listOrdersOf(tx, key),
      messages: (await listMessagesTo(tx, key)).map((message) => openedMessage(ctx, message)),
      toldByChannels: (await listDeliveriesOf(tx, key)).map((delivery) => openedDelivery(ctx, delivery)),
    }
  })
  const content = JSON.stringify(file, null, 2)
  return {
    fileName: `customer-${customerId}.json`,
    contentType: 'application/json; charset=utf-8',
    content: (async function* () {
      yield content
    })(),
  }
}

function openedMessage({ vault, companyId }: CompanyContext, { id, createdAt, sentAt, ...message }: MessageRecord) {
  const open = (column: 'recipient' | 'subject' | 'message') =>
    message[column] ? vault.open(message[column], contextOf(`notifications.${column}`, { companyId, id })) : null
  return {
    type: message.type,
    method: message.method,
    status: message.status,
    recipient: open('recipient'),
    subject: open('subject'),
    message: open('message'),
    createdAt: iso(createdAt),
    sentAt: isoOrNull(sentAt),
  }
}

function openedDelivery({ vault, companyId }: CompanyContext, { id, eventType, receivedAt, payload }: DeliveryRecord) {
  const { body } = openContent(vault, { companyId, id }, payload)
  return { eventType, receivedAt: iso(receivedAt), text: shownBytes(body) }
}
