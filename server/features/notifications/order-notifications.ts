import { sql } from 'drizzle-orm'
import { plain } from '#contract/fields.ts'
import type { TemplateValues } from '#contract/message-templates.ts'
import { formatMoney } from '#contract/money.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { buildNotification, type MessageFacts, type NotificationDraft, sentBeforeRestore } from './notification-row.ts'
import {
  findNextOwnerTextTime,
  type NotificationPreferences,
  type OrderTexts,
  readCountries,
  readOrderTexts,
  readPreferences,
} from './queries.ts'
import { toRecipient } from './recipients.ts'
import { chooseTemplate, fillSubjectAndBody } from './templates/fill-template.ts'

/** An order event that the customer or the company is notified of. */
export type OrderMessage = {
  type: 'order_placed' | 'order_shipped' | 'order_delivered' | 'order_cancelled' | 'review_request'
  /** Defaults to now. */
  happenedAt?: Date
  orderId: string
  orderNumber: string
  /** Null for an order of no channel: it is the company's own. */
  channelName: string | null
  total: string
  currency: string
  /** The channel writes to its customers itself. */
  isForOwnerOnly?: boolean
  /** The company entered the order itself. */
  isForCustomerOnly?: boolean
  customer: { id: string | null; email: string | null; phone: string | null; firstName: string | null }
  /** Parcels that have been shipped, if the event is about them. */
  parcels?: readonly { carrier: string | null; trackingNumber: string | null }[]
}

/**
 * Outbox: stores the messages that the company's settings ask for, in the transaction of the event. Each event leads to
 * one message per audience and method.
 */
export async function enqueueNotifications(
  tx: Tx,
  ctx: CompanyContext,
  messages: readonly OrderMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const preferences = await readPreferences(tx, ctx.companyId)
  const addressed = messages.map((message) => ({
    message: { ...message, channelName: message.channelName ?? preferences.companyName },
    to: chooseAddressees(message, preferences),
  }))
  const countries = await readCountries(tx, ctx.companyId, addressed.filter(lacksCountry).map(orderOf))
  const textsOf = await readOrderTexts(tx, ctx.companyId, addressed.filter(isToAnyone).map(orderOf))
  const now = ctx.clock.now()
  const ownerDueAt = addressed.some(isForOwner) ? await findNextOwnerTextTime(tx, ctx.companyId, now) : now
  const rows = addressed.flatMap(({ message, to }) =>
    to.map((addressee) =>
      buildNotification(ctx, {
        ...toDraft({ ...message, ...textsOf.get(message.orderId) }, addressee, preferences, {
          country: countries.get(message.orderId) ?? null,
        }),
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

type NamedMessage = OrderMessage & { channelName: string }

type Addressed = { message: NamedMessage; to: readonly Addressee[] }

const orderOf = ({ message }: Addressed) => message.orderId

const isToAnyone = ({ to }: Addressed) => to.length > 0

const isForOwner = ({ to }: Addressed) => to.some(({ audience }) => audience === 'owner')

const lacksCountry = ({ to }: Addressed) =>
  to.some(({ audience, method, typed }) => audience === 'customer' && method === 'sms' && !typed.startsWith('+'))

function chooseAddressees(
  { type, customer, isForOwnerOnly = false, isForCustomerOnly = false }: OrderMessage,
  preferences: NotificationPreferences,
): Addressee[] {
  const { phone, email } = isForOwnerOnly ? { phone: null, email: null } : customer
  return [
    ...(type === 'order_placed' && !isForCustomerOnly && preferences.ownerSms && preferences.alertPhone
      ? [{ audience: 'owner', method: 'sms', typed: preferences.alertPhone } as const]
      : []),
    ...(preferences.customerSms && phone && type !== 'review_request'
      ? [{ audience: 'customer', method: 'sms', typed: phone } as const]
      : []),
    ...(preferences.customerEmail && email ? [{ audience: 'customer', method: 'email', typed: email } as const] : []),
  ]
}

/** Without texts when the order is gone meanwhile. */
type DescribedMessage = NamedMessage & Partial<OrderTexts>

function toDraft(
  message: DescribedMessage,
  { audience, method, typed }: Addressee,
  preferences: NotificationPreferences,
  { country }: { country: string | null },
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
    facts: toFacts(message, audience),
    orderId,
    customerId: audience === 'customer' ? customer.id : null,
  }
}

const maxNameLength = 60

const maxTrackingNumbers = 5

const maxItems = 20

const maxTitleLength = 100

/** Customers know their orders by the shop's number; the team knows both. */
function toFacts(message: DescribedMessage, audience: NotificationDraft['audience']): MessageFacts {
  const { orderNumber, shopNumber = orderNumber, channelName, total, currency, parcels = [] } = message
  return {
    orderNumber: audience === 'customer' ? shopNumber : bothNumbers(orderNumber, shopNumber),
    channelName,
    total: formatMoney(total, currency),
    parcels: parcels.map(({ carrier, trackingNumber }) => ({ carrier, trackingNumber })),
  }
}

const bothNumbers = (orderNumber: string, shopNumber: string): string =>
  shopNumber === orderNumber ? orderNumber : `${orderNumber} · #${shopNumber.replace(/^#/, '')}`

/** Values for the variables of templates. */
const templateValues = (message: DescribedMessage, companyName: string): TemplateValues => {
  const { parcels, ...facts } = toFacts(message, 'customer')
  const { orderNumber, shopNumber = orderNumber, items = [] } = message
  return {
    ...facts,
    orderNumber,
    shopNumber,
    companyName,
    firstName: safeName(message.customer.firstName),
    tracking: trackingText(parcels),
    items: itemsText(items),
  }
}

/** A line per item, such as "2 × Stoneware mug". */
function itemsText(items: OrderTexts['items']): string {
  const lines = items
    .slice(0, maxItems)
    .map(({ quantity, title }) => `${quantity} × ${plain(title, maxTitleLength) ?? ''}`)
  const rest = items.length - lines.length
  return [...lines, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n')
}

/**
 * Anyone can order under any name with anyone's address. A name that contains a link would reach that person as a
 * message of ours, so it is dropped.
 */
function safeName(typed: string | null): string {
  const name = plain(typed, maxNameLength) ?? ''
  return /[/@]|www\.|\.\p{L}{2}/iu.test(name) ? '' : name
}

function trackingText(parcels: MessageFacts['parcels']): string {
  const numbers = parcels.flatMap(({ carrier, trackingNumber }) =>
    trackingNumber ? [[carrier, trackingNumber].filter(Boolean).join(' ')] : [],
  )
  const rest = numbers.length - maxTrackingNumbers
  const named = numbers.slice(0, maxTrackingNumbers).join(', ')
  return named && `Tracking: ${named}${rest > 0 ? ` and ${rest} more` : ''}`
}

/**
 * For an order that is reopened. Skips the cancellation message that has not been sent, and frees its event key, so
 * that another cancellation is notified again. A message that is being sent right now keeps its key.
 */
export async function withdrawCancellation(tx: Tx, ctx: CompanyContext, orderId: string): Promise<void> {
  await tx.execute(sql`
    update notifications set event_key = event_key || ':' || id,
      error = case when status in ('pending', 'held') then 'Outdated: the order was restored.' else error end,
      status = case when status in ('pending', 'held') then 'skipped' else status end
    where company_id = ${ctx.companyId} and event_key = ${`order_cancelled:${orderId}`}
      and (status in ('held', 'skipped', 'failed') or status = 'pending' and attempted_at is null)`)
  await ctx.publishChange(tx, 'notifications')
}
