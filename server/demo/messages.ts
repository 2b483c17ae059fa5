import { eq, sql } from 'drizzle-orm'
import { formatMessage } from '#contract/i18n.ts'
import type { NotificationStatus } from '#contract/notification-values.ts'
import { longestRetentionDays } from '#contract/settings-values.ts'
import { insertOptOut, optedOutMessage } from '#server/features/notifications/opt-outs/opt-outs.ts'
import { enqueueNotifications, type OrderMessage } from '#server/features/notifications/order-notifications.ts'
import { readPreferences } from '#server/features/notifications/queries.ts'
import { hashRecipient, toRecipient } from '#server/features/notifications/recipients.ts'
import type { DueMessage } from '#server/features/notifications/sending/queries.ts'
import { heldUntil } from '#server/features/notifications/sending/sending-rules.ts'
import { buildOrderMessage } from '#server/features/orders/order-message.ts'
import { purgePersonalData } from '#server/features/privacy/jobs.ts'
import { type CompanyContext, type Deps, noOrigin, platformContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { securityNotices } from '#server/platform/db/schema/audit.ts'
import { contactConfirmations } from '#server/platform/db/schema/senders.ts'
import { daysBefore, secondsAfter } from './dates.ts'
import { asOperator } from './operator.ts'

/** Adds the messages that customers of past orders received, and erases customers whose retention has ended. */
export async function addDemoMessages(deps: Deps): Promise<void> {
  try {
    const actor = { type: 'system', name: 'Demo' } as const
    await purgePersonalData(platformContext(deps, { actor, origin: noOrigin }))
    const ctx = await asOperator(deps)
    const since = daysBefore(ctx.clock.now(), longestRetentionDays)
    await ctx.transaction(async (tx) => {
      await confirmOwnPhone(tx, ctx)
      for (const type of pastMessages) await writePastMessages(tx, ctx, type, since)
      // Nobody is emailed that the demo added channels: that would be the first thing in a newcomer's inbox.
      await tx.delete(securityNotices).where(eq(securityNotices.companyId, ctx.companyId))
    })
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s messages could not all be set up')
  }
}

/** The demo company has confirmed its phone, so that it gets alerts. */
async function confirmOwnPhone(tx: Tx, { companyId, vault, clock }: CompanyContext): Promise<void> {
  const { alertPhone } = await readPreferences(tx, companyId)
  const target = hashRecipient(vault, toRecipient('sms', alertPhone ?? '', null).text)
  await tx
    .insert(contactConfirmations)
    .values({ companyId, kind: 'alert_phone', target, confirmedAt: daysBefore(clock.now(), 119) })
    .onConflictDoNothing()
}

async function writePastMessages(tx: Tx, ctx: CompanyContext, type: PastMessage, since: Date): Promise<void> {
  const { companyId } = ctx
  const orders = await listMessagedOrders(tx, companyId, type, since)
  const messages = orders.map((order) => buildOrderMessage(ctx, type, order, order.parcels))
  await enqueueNotifications(tx, ctx, messages)
  const now = ctx.clock.now()
  const written = await listWrittenMessages(tx, companyId, type)
  const past = written.map((one) => outcomeOf(one, now))
  await writeMessageOutcomes(tx, companyId, past)
  for (const { recipientHash } of written.filter(hasOptedOut)) {
    if (recipientHash) await insertOptOut(tx, { companyId, method: 'sms', recipientHash })
  }
}

/** One of 29 phone numbers has opted out, and another cannot receive texts. */
const oneIn = 29

/** The outcome of a message: sent within seconds, or after quiet hours; a few failed or were skipped. */
function outcomeOf(written: WrittenMessage, now: Date): MessageOutcome {
  const { id, audience, method } = written
  const at = new Date(written.at)
  if (audience === 'owner' || method === 'email') return sent({ id, at, heldUntil: null })
  if (hasOptedOut(written)) {
    return { id, at, status: 'skipped', error: formatMessage(optedOutMessage.sms), heldUntil: null, sentAt: null }
  }
  const until = heldUntil(written, at)
  if (until && until > now) return { id, at, status: 'held', error: null, heldUntil: until, sentAt: null }
  const past = sent({ id, at, heldUntil: until })
  if (drawOf(written) !== 1) return past
  return { ...past, status: 'failed', error: 'This number can’t receive texts.', sentAt: null }
}

const sent = ({ id, at, heldUntil }: Pick<MessageOutcome, 'id' | 'at' | 'heldUntil'>): MessageOutcome => ({
  id,
  at,
  status: 'sent',
  error: null,
  heldUntil,
  sentAt: secondsAfter(heldUntil ?? at, 4),
})

const hasOptedOut = (written: WrittenMessage): boolean => written.method === 'sms' && drawOf(written) === 0

/** The same number for all texts to a phone number. */
const drawOf = ({ recipientHash }: WrittenMessage): number | null =>
  recipientHash === null ? null : Buffer.from(recipientHash).reduce((sum, byte) => sum + byte, 0) % oneIn

type MessagedOrder = {
  id: string
  orderNumber: string
  externalNumber: string | null
  channelName: string
  channelConfig: unknown
  total: string
  currency: string
  customer: { id: string; email: string | null; phone: string | null; firstName: string | null }
  parcels: { carrier: string | null; trackingNumber: string | null }[]
}

/** When each type of message was written. */
const messageMoments = {
  order_placed: sql`o.placed_at`,
  order_shipped: sql`o.shipped_at`,
  order_delivered: sql`o.delivered_at`,
  order_cancelled: sql`o.cancelled_at`,
} satisfies Partial<Record<OrderMessage['type'], unknown>>

type PastMessage = keyof typeof messageMoments

const pastMessages = Object.keys(messageMoments) as PastMessage[]

/** Orders with this message since then, whose customers are not erased. */
async function listMessagedOrders(tx: Tx, companyId: string, type: PastMessage, since: Date): Promise<MessagedOrder[]> {
  const { rows } = await tx.execute<MessagedOrder>(sql`
    select o.id, o.order_number as "orderNumber", o.external_number as "externalNumber",
      c.name as "channelName", c.config as "channelConfig", o.total::text, o.currency,
      json_build_object('id', p.id, 'email', p.email, 'phone', p.phone, 'firstName', p.first_name) as customer,
      coalesce((
        select json_agg(json_build_object('carrier', k.carrier, 'trackingNumber', k.tracking_number) order by k.package_number)
        from fulfillments f join packages k on k.company_id = f.company_id and k.fulfillment_id = f.id
        where f.company_id = o.company_id and f.order_id = o.id
      ), '[]') as parcels
    from orders o
    join channels c on c.company_id = o.company_id and c.id = o.channel_id
    join customers p on p.company_id = o.company_id and p.id = o.customer_id and p.erased_at is null
    where o.company_id = ${companyId} and o.erased_at is null and ${messageMoments[type]} > ${since.toISOString()}
      and o.status in ('shipped', 'delivered', 'cancelled')`)
  return rows
}

/** A message just written, with the customer's location. */
type WrittenMessage = Pick<
  DueMessage,
  'id' | 'audience' | 'method' | 'country' | 'state' | 'postalCode' | 'timeZone' | 'quietHoursStart' | 'quietHoursEnd'
> & { recipientHash: string | null; at: string }

async function listWrittenMessages(tx: Tx, companyId: string, type: PastMessage): Promise<WrittenMessage[]> {
  const { rows } = await tx.execute<WrittenMessage>(sql`
    select n.id, n.audience, n.method, n.recipient_hash as "recipientHash",
      ${messageMoments[type]} as at, a.country, a.state, a.postal_code as "postalCode", s.time_zone as "timeZone",
      s.quiet_hours_start::text as "quietHoursStart", s.quiet_hours_end::text as "quietHoursEnd"
    from notifications n
    join company_settings s on s.company_id = n.company_id
    join orders o on o.company_id = n.company_id and o.id = n.order_id and o.status in ('shipped', 'delivered', 'cancelled')
    left join customer_addresses a on a.company_id = o.company_id and a.id = o.shipping_address_id
    where n.company_id = ${companyId} and n.type = ${type} and n.status = 'pending'`)
  return rows
}

type MessageOutcome = {
  id: string
  at: Date
  status: NotificationStatus
  error: string | null
  heldUntil: Date | null
  sentAt: Date | null
}

async function writeMessageOutcomes(tx: Tx, companyId: string, past: readonly MessageOutcome[]): Promise<void> {
  await tx.execute(sql`
    update notifications n set status = past.status, error = past.error, created_at = past.at,
      due_at = coalesce(past."heldUntil", past.at), held_until = past."heldUntil", sent_at = past."sentAt",
      attempted_at = case when past.status in ('sent', 'failed') then coalesce(past."heldUntil", past.at) end
    from json_to_recordset(${JSON.stringify(past)}::json) as past(id uuid, at timestamptz, status text, error text,
      "heldUntil" timestamptz, "sentAt" timestamptz)
    where n.company_id = ${companyId} and n.id = past.id`)
}
