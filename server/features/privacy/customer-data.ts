import type { CustomerRow } from '#contract/privacy.ts'
import { decryptContent, formatBytes } from '#server/features/channels/inbox/delivery-content.ts'
import { decryptText } from '#server/features/notifications/notification-row.ts'
import { hashRecipient, toRecipient } from '#server/features/notifications/recipients.ts'
import { hashEmail } from '#server/features/orders/intake/buyers.ts'
import { decryptAddress } from '#server/features/orders/personal-data.ts'
import { recordAudit, recordAudits } from '#server/platform/audit.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import { iso, isoOrNull } from '#server/platform/db/rows.ts'
import type { Download } from '#server/platform/spreadsheet/export-file.ts'
import {
  type AddressRecord,
  type DeliveryRecord,
  findCustomersByEmail,
  findCustomersByOrder,
  getCustomerOrThrow,
  listAddressesOf,
  listDeliveriesOf,
  listMessagesTo,
  listOptOutsBy,
  listOrdersOf,
  type MessageRecord,
} from './customer-queries.ts'
import { toCustomerRow } from './erase-customer.ts'

/** Finds customers by e-mail or order number. Each shown customer is recorded in the audit log. */
export async function findCustomers(ctx: CompanyContext, { search }: { search: string }): Promise<CustomerRow[]> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    const found = search.includes('@')
      ? await findCustomersByEmail(tx, companyId, hashEmail(ctx, search))
      : await findCustomersByOrder(tx, companyId, search.replace(/^#/, ''))
    await recordAudits(
      tx,
      ctx,
      found
        .filter(({ erasedAt }) => erasedAt === null)
        .map(({ id }) => ({ action: 'customer.view', resource: 'customer', resourceId: id, companyId })),
    )
    return found.map((customer) => toCustomerRow(ctx, customer))
  })
}

/** Exports all data on one customer as a JSON file (right of access). */
export async function exportCustomer(ctx: CompanyContext, { customerId }: { customerId: string }): Promise<Download> {
  const { companyId } = ctx
  const key = { companyId, customerId }
  const file = await ctx.transaction(async (tx) => {
    const { eraseObstacle: _obstacle, ...customer } = toCustomerRow(
      ctx,
      await getCustomerOrThrow(tx, companyId, customerId),
    )
    await recordAudit(tx, ctx, {
      action: 'customer.export',
      resource: 'customer',
      resourceId: customerId,
      companyId,
      after: { rows: 1 },
    })
    const addresses = await listAddressesOf(tx, key)
    const optOuts = await listOptOutsBy(tx, companyId, contactHashes(ctx, customer, addresses))
    return {
      exportedAt: ctx.clock.now().toISOString(),
      customer,
      wantsNoMessagesBy: optOuts.map(({ method, since }) => ({ method, since: iso(since) })),
      addresses: addresses.map((address) => decryptAddress(ctx, address)),
      orders: await listOrdersOf(tx, key),
      messages: (await listMessagesTo(tx, key)).map((message) => decryptMessage(ctx, message)),
      toldByChannels: (await listDeliveriesOf(tx, key)).map((delivery) => decryptDelivery(ctx, delivery)),
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

type Contact = { email: string | null; phone: string | null }

/**
 * Hashes of the customer's contacts, by which opt-outs are stored. A phone number's country depends on the order's
 * address, so all are tried.
 */
function contactHashes({ vault }: CompanyContext, { email, phone }: Contact, addresses: AddressRecord[]): string[] {
  const countries = [null, ...addresses.map(({ country }) => country)]
  const recipients = [
    ...(email ? [toRecipient('email', email, null)] : []),
    ...(phone ? countries.map((country) => toRecipient('sms', phone, country)) : []),
  ]
  return recipients.map(({ text }) => hashRecipient(vault, text))
}

function decryptMessage(ctx: CompanyContext, { id, createdAt, sentAt, ...message }: MessageRecord) {
  const open = (column: 'recipient' | 'subject' | 'message') => decryptText(ctx, id, column, message[column])
  return {
    type: message.type,
    method: message.method,
    status: message.status,
    recipient: open('recipient'),
    subject: open('subject'),
    message: open('message'),
    templateData: message.templateData,
    error: message.error,
    createdAt: iso(createdAt),
    sentAt: isoOrNull(sentAt),
  }
}

function decryptDelivery({ vault, companyId }: CompanyContext, { id, eventType, receivedAt, payload }: DeliveryRecord) {
  const { body } = decryptContent(vault, { companyId, id }, payload)
  return { eventType, receivedAt: iso(receivedAt), text: formatBytes(body) }
}
