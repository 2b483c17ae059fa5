import { sql } from 'drizzle-orm'
import type { NotificationAudience, NotificationMethod } from '#contract/notifications.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { newId } from '#server/platform/id.ts'
import type { OrderMessage } from './order-message.ts'
import { readWishes, type Wishes } from './queries/wishes.ts'
import { wordsFor, type Words } from './words.ts'

type Draft = { audience: NotificationAudience; method: NotificationMethod; recipient: string }

/** Writes the messages that the company's settings ask for, in the transaction of their cause; each event is told once. */
export async function prepareNotifications(
  tx: Tx,
  ctx: CompanyContext,
  messages: readonly OrderMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const wishes = await readWishes(tx, ctx.companyId)
  const rows = messages.flatMap((message) =>
    draftsOf(message, wishes).map((draft) => rowOf(ctx, message, draft, wordsFor(message, draft, wishes.companyName))),
  )
  await insertRows(tx, notifications, rows, sql`on conflict (company_id, event_key, audience, method) do nothing`)
}

function draftsOf({ type, customer }: OrderMessage, wishes: Wishes): Draft[] {
  const { phone, email } = customer
  return [
    ...(type === 'order_placed' && wishes.ownerSms && wishes.ownerPhone
      ? [{ audience: 'owner', method: 'sms', recipient: wishes.ownerPhone } as const]
      : []),
    ...(wishes.customerSms && phone && type !== 'review_request'
      ? [{ audience: 'customer', method: 'sms', recipient: phone } as const]
      : []),
    ...(wishes.customerEmail && email ? [{ audience: 'customer', method: 'email', recipient: email } as const] : []),
  ]
}

function rowOf({ companyId, vault }: CompanyContext, message: OrderMessage, draft: Draft, { subject, text }: Words) {
  const id = newId()
  const seal = (column: 'recipient' | 'subject' | 'message', plain: string) =>
    vault.seal(plain, `notifications.${column}:${companyId}:${id}`)
  return {
    companyId,
    id,
    type: message.type,
    audience: draft.audience,
    method: draft.method,
    recipient: seal('recipient', draft.recipient),
    eventKey: `${message.type}:${message.orderId}`,
    orderId: message.orderId,
    customerId: draft.audience === 'customer' ? message.customer.id : null,
    subject: subject && seal('subject', subject),
    message: seal('message', text),
    status: 'pending' as const,
  }
}
