import { sql } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { buildNotification, type NotificationDraft } from './notification-row.ts'
import type { OrderMessage } from './order-message.ts'
import { toFacts, templateValues } from './order-values.ts'
import { readCountries } from './queries/countries.ts'
import { findNextOwnerTextTime } from './queries/next-owner-text.ts'
import { readPreferences, type NotificationPreferences } from './queries/wishes.ts'
import { toRecipient } from './recipients/recipient.ts'
import { fillSubjectAndBody, chooseTemplate } from './templates/words-of.ts'
import { sentBeforeRestore } from './told-before.ts'

/** Writes the messages that the company's settings ask for, in the transaction of their cause; each event is told once. */
export async function enqueueNotifications(
  tx: Tx,
  ctx: CompanyContext,
  messages: readonly OrderMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const preferences = await readPreferences(tx, ctx.companyId)
  const addressed = messages.map((message) => ({ message, to: chooseAddressees(message, preferences) }))
  const countries = await readCountries(tx, ctx.companyId, addressed.filter(lacksCountry).map(orderOf))
  const now = ctx.clock.now()
  const ownerDueAt = addressed.some(isForOwner) ? await findNextOwnerTextTime(tx, ctx.companyId, now) : now
  const rows = addressed.flatMap(({ message, to }) =>
    to.map((addressee) =>
      buildNotification(ctx, {
        ...toDraft(message, addressee, preferences, countries.get(message.orderId) ?? null),
        dueAt: addressee.audience === 'owner' ? ownerDueAt : now,
        obstacle: sentBeforeRestore(ctx, message.happenedAt ?? now),
      }),
    ),
  )
  if (rows.length === 0) return
  await insertRows(tx, notifications, rows, sql`on conflict (company_id, event_key, audience, method) do nothing`)
  ctx.triggerWorker(tx, 'notifications.send')
}

type Addressee = Pick<NotificationDraft, 'audience' | 'method'> & { typed: string }
type Addressed = { message: OrderMessage; to: readonly Addressee[] }

const orderOf = ({ message }: Addressed) => message.orderId

const isForOwner = ({ to }: Addressed) => to.some(({ audience }) => audience === 'owner')

const lacksCountry = ({ to }: Addressed) =>
  to.some(({ audience, method, typed }) => audience === 'customer' && method === 'sms' && !typed.startsWith('+'))

function chooseAddressees({ type, customer }: OrderMessage, preferences: NotificationPreferences): Addressee[] {
  const { phone, email } = customer
  return [
    ...(type === 'order_placed' && preferences.ownerSms && preferences.alertPhone
      ? [{ audience: 'owner', method: 'sms', typed: preferences.alertPhone } as const]
      : []),
    ...(preferences.customerSms && phone && type !== 'review_request'
      ? [{ audience: 'customer', method: 'sms', typed: phone } as const]
      : []),
    ...(preferences.customerEmail && email ? [{ audience: 'customer', method: 'email', typed: email } as const] : []),
  ]
}

function toDraft(
  message: OrderMessage,
  { audience, method, typed }: Addressee,
  preferences: NotificationPreferences,
  country: string | null,
): NotificationDraft {
  const { type, orderId, customer } = message
  return {
    type,
    audience,
    method,
    recipient: toRecipient(method, typed, audience === 'customer' ? country : null),
    eventKey: `${type}:${orderId}`,
    words: fillSubjectAndBody(
      chooseTemplate(preferences, { audience, type, method }),
      templateValues(message, preferences.companyName),
    ),
    facts: toFacts(message),
    orderId,
    customerId: audience === 'customer' ? customer.id : null,
  }
}
