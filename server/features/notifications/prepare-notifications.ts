import { sql } from 'drizzle-orm'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { insertRows } from '#server/platform/db/insert-rows.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { notificationRow, type Draft } from './notification-row.ts'
import type { OrderMessage } from './order-message.ts'
import { factsOf, valuesOf } from './order-values.ts'
import { readCountries } from './queries/countries.ts'
import { nextOwnerText } from './queries/next-owner-text.ts'
import { readWishes, type Wishes } from './queries/wishes.ts'
import { recipientOf } from './recipients/recipient.ts'
import { fillWords, templateOf } from './templates/words-of.ts'
import { wasToldBefore } from './told-before.ts'

/** Writes the messages that the company's settings ask for, in the transaction of their cause; each event is told once. */
export async function prepareNotifications(
  tx: Tx,
  ctx: CompanyContext,
  messages: readonly OrderMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const wishes = await readWishes(tx, ctx.companyId)
  const addressed = messages.map((message) => ({ message, to: addresseesOf(message, wishes) }))
  const countries = await readCountries(tx, ctx.companyId, addressed.filter(lacksCountry).map(orderOf))
  const now = ctx.clock.now()
  const ownersTurn = addressed.some(isForOwner) ? await nextOwnerText(tx, ctx.companyId, now) : now
  const rows = addressed.flatMap(({ message, to }) =>
    to.map((addressee) =>
      notificationRow(ctx, {
        ...draftOf(message, addressee, wishes, countries.get(message.orderId) ?? null),
        dueAt: addressee.audience === 'owner' ? ownersTurn : now,
        obstacle: wasToldBefore(ctx, message.happenedAt ?? now),
      }),
    ),
  )
  if (rows.length === 0) return
  await insertRows(tx, notifications, rows, sql`on conflict (company_id, event_key, audience, method) do nothing`)
  ctx.wake(tx, 'notifications.send')
}

type Addressee = Pick<Draft, 'audience' | 'method'> & { typed: string }
type Addressed = { message: OrderMessage; to: readonly Addressee[] }

const orderOf = ({ message }: Addressed) => message.orderId

const isForOwner = ({ to }: Addressed) => to.some(({ audience }) => audience === 'owner')

const lacksCountry = ({ to }: Addressed) =>
  to.some(({ audience, method, typed }) => audience === 'customer' && method === 'sms' && !typed.startsWith('+'))

function addresseesOf({ type, customer }: OrderMessage, wishes: Wishes): Addressee[] {
  const { phone, email } = customer
  return [
    ...(type === 'order_placed' && wishes.ownerSms && wishes.alertPhone
      ? [{ audience: 'owner', method: 'sms', typed: wishes.alertPhone } as const]
      : []),
    ...(wishes.customerSms && phone && type !== 'review_request'
      ? [{ audience: 'customer', method: 'sms', typed: phone } as const]
      : []),
    ...(wishes.customerEmail && email ? [{ audience: 'customer', method: 'email', typed: email } as const] : []),
  ]
}

function draftOf(
  message: OrderMessage,
  { audience, method, typed }: Addressee,
  wishes: Wishes,
  country: string | null,
): Draft {
  const { type, orderId, customer } = message
  return {
    type,
    audience,
    method,
    recipient: recipientOf(method, typed, audience === 'customer' ? country : null),
    eventKey: `${type}:${orderId}`,
    words: fillWords(templateOf(wishes, { audience, type, method }), valuesOf(message, wishes.companyName)),
    facts: factsOf(message),
    orderId,
    customerId: audience === 'customer' ? customer.id : null,
  }
}
