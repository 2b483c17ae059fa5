import { sql } from 'drizzle-orm'
import { plain } from '#contract/fields.ts'
import type { TemplateValues } from '#contract/message-templates.ts'
import { formatMoney } from '#contract/money.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { buildNotification, type MessageFacts, type NotificationDraft, sentBeforeRestore } from './notification-row.ts'
import { findNextOwnerTextTime, type NotificationPreferences, readCountries, readPreferences } from './queries.ts'
import { toRecipient } from './recipients.ts'
import { chooseTemplate, fillSubjectAndBody } from './templates/fill-template.ts'

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

/** What became of an order, for those who want to know. */
export type OrderMessage = {
  type: 'order_placed' | 'order_shipped' | 'order_delivered' | 'order_cancelled' | 'review_request'
  /** Now, unless told. */
  happenedAt?: Date
  orderId: string
  orderNumber: string
  channelName: string
  total: string
  currency: string
  customer: { id: string | null; email: string | null; phone: string | null; firstName: string | null }
  /** Those that have left, where the message is about that. */
  parcels?: readonly { carrier: string | null; trackingNumber: string | null }[]
}

const longestName = 60

const mostNumbers = 5

function toFacts({ orderNumber, channelName, total, currency, parcels = [] }: OrderMessage): MessageFacts {
  return {
    orderNumber,
    channelName,
    total: formatMoney(total, currency),
    parcels: parcels.map(({ carrier, trackingNumber }) => ({ carrier, trackingNumber })),
  }
}

/** What a message about an order can say. */
const templateValues = (message: OrderMessage, companyName: string): TemplateValues => {
  const { parcels, ...facts } = toFacts(message)
  return {
    ...facts,
    companyName,
    firstName: safeName(message.customer.firstName),
    tracking: trackingText(parcels),
  }
}

/** Whoever orders types any name and anybody's address: a name that leads somewhere would be sent there as ours. */
function safeName(typed: string | null): string {
  const name = plain(typed, longestName) ?? ''
  return /[/@]|www\.|\.\p{L}{2}/iu.test(name) ? '' : name
}

function trackingText(parcels: MessageFacts['parcels']): string {
  const numbers = parcels.flatMap(({ carrier, trackingNumber }) =>
    trackingNumber ? [[carrier, trackingNumber].filter(Boolean).join(' ')] : [],
  )
  const rest = numbers.length - mostNumbers
  const named = numbers.slice(0, mostNumbers).join(', ')
  return named && `Tracking: ${named}${rest > 0 ? ` and ${rest} more` : ''}`
}

/**
 * For an order that is taken up again. What was not sent of its cancellation is overtaken, and makes room: should the order
 * be cancelled once more, that is told. What is being sent just now may arrive, and stands for both.
 */
export async function withdrawCancellation(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  await tx.execute(sql`
    update notifications set event_key = event_key || ':' || id,
      error = case when status in ('pending', 'held') then 'Overtaken: the order was taken up again.' else error end,
      status = case when status in ('pending', 'held') then 'skipped' else status end
    where company_id = ${ctx.companyId} and event_key = ${`order_cancelled:${orderId}`}
      and (status in ('held', 'skipped', 'failed') or status = 'pending' and attempted_at is null)`)
  await ctx.publishChange(tx, 'notifications')
}
