import { asc, eq } from 'drizzle-orm'
import { type OrderMessage, enqueueNotifications } from '#server/features/notifications/order-notifications.ts'
import { decryptText } from '#server/features/notifications/notification-row.ts'
import { sendDueNotifications, hasDueNotifications } from '#server/features/notifications/sending/send-notifications.ts'
import { companyContext, noOrigin, type Deps } from '#server/platform/context.ts'
import { customerAddresses } from '#server/platform/db/schema/customers.ts'
import { notifications } from '#server/platform/db/schema/notifications.ts'
import { orders } from '#server/platform/db/schema/orders.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { Rejected } from '#server/ports/failure.ts'
import type { Mail, MailService } from '#server/ports/mail.ts'
import type { Sms, SmsAnswer, SmsService } from '#server/ports/sms.ts'
import { buildCompany } from './builders.ts'
import { confirmAlertPhone } from './contacts.ts'
import { buildOrder } from './order-fixture.ts'

/** The failure of the next call; with `afterActing` the message was sent and the answer was lost. */
type Fault = { error: Error; afterActing?: boolean }

/** A mail server in memory. */
export class FakeMail implements MailService {
  readonly from = 'Lockstep <mail@lockstep.test>'
  readonly sent: Mail[] = []
  readonly faults: Fault[] = []
  /** Addresses that it rejects. */
  readonly unknown = new Set<string>()

  async send(mail: Mail) {
    const fault = this.faults.shift()
    if (fault && !fault.afterActing) throw fault.error
    const refused = mail.to.filter((address) => this.unknown.has(address))
    if (refused.length === mail.to.length) throw new Rejected('The email server doesn’t accept email for this address.')
    this.sent.push(mail)
    if (fault) throw fault.error
    return {
      externalId: `mail-${this.sent.length}`,
      refused: refused.map((address) => ({ address, answer: '550 5.1.1' })),
    }
  }
}

/** An SMS service in memory. */
export class FakeSms implements SmsService {
  readonly from = '+12065550000'
  readonly sent: (Sms & { id: string })[] = []
  readonly faults: Fault[] = []
  readonly lookups: Fault[] = []
  /** The next parsed reply; null for an invalid signature. */
  answer: SmsAnswer | null = null

  async send(sms: Sms) {
    const fault = this.faults.shift()
    if (fault && !fault.afterActing) throw fault.error
    const id = `SM${this.sent.length}`
    this.sent.push({ ...sms, id })
    if (fault) throw fault.error
    return { externalId: id }
  }

  async findSent({ to, text }: Sms) {
    const fault = this.lookups.shift()
    if (fault) throw fault.error
    return this.sent.find((one) => one.to === to && one.text === text)?.id ?? null
  }

  readAnswer() {
    return this.answer
  }
}

type Place = Partial<Pick<typeof customerAddresses.$inferInsert, 'country' | 'state' | 'postalCode'>>
type OrderNotice = { type?: OrderMessage['type']; status?: typeof orders.$inferInsert.status; place?: Place } & Partial<
  Pick<OrderMessage, 'customer' | 'parcels' | 'happenedAt'>
>

export type NotificationFixture = Awaited<ReturnType<typeof createNotificationFixture>>

const ownerPhone = '+12065550199'

/** A company that notifies its customers and its own people of orders. */
export async function createNotificationFixture(deps: Deps, company: Parameters<typeof buildCompany>[1] = {}) {
  const { id: companyId, name } = await buildCompany(deps.db, { phone: ownerPhone, ...company })
  const ctx = companyContext(deps, { actor: { type: 'system', name: 'Test' }, origin: noOrigin }, companyId)
  await confirmAlertPhone(deps, companyId, ownerPhone)
  const rows = () =>
    ctx.transaction((tx) =>
      tx.select().from(notifications).orderBy(asc(notifications.createdAt), asc(notifications.id)),
    )
  return {
    companyId,
    companyName: name,
    ctx,
    rows,
    /** The status of each message, such as `customer sms sent`. */
    statuses: async () =>
      (await rows()).map(({ audience, method, status }) => `${audience} ${method} ${status}`).toSorted(),
    /** The only message by this method to a customer. */
    async one(method: 'sms' | 'email' = 'sms') {
      const found = (await rows()).filter((row) => row.audience === 'customer' && row.method === method)
      const [first] = found
      if (!first || found.length > 1) throw new Error(`There are ${found.length}`)
      return { ...first, text: decryptText(ctx, first.id, 'message', first.message) }
    },
    /** Builds an order and prepares its notifications. */
    async notifyOrder({ type = 'order_placed', status = 'placed', place, customer, ...more }: OrderNotice = {}) {
      const items = [{ skuId: null, sku: 'MUG' }]
      const order = await buildOrder(deps, companyId, { status, items, channelId: null, placedAt: deps.clock.now() })
      const buyer = {
        id: order.customer?.id ?? null,
        email: 'Ana@Example.com',
        phone: '+12065550100',
        firstName: 'Ana',
      }
      if (place) {
        await ctx.transaction((tx) =>
          tx
            .update(customerAddresses)
            .set(place)
            .where(eq(customerAddresses.id, order.shippingAddressId ?? '')),
        )
      }
      const { id: orderId, orderNumber, total = '0.00' } = order
      const about = { type, orderId, orderNumber, channelName: 'Web shop', total, currency: 'USD' }
      const message = { ...about, customer: { ...buyer, ...customer }, ...more }
      await ctx.transaction((tx) => enqueueNotifications(tx, ctx, [message]))
      return order
    },
    move: (orderId: string, status: NonNullable<OrderNotice['status']>) =>
      ctx.transaction((tx) => tx.update(orders).set({ status }).where(eq(orders.id, orderId))),
    send: () => sendDueNotifications(ctx),
  }
}

const narrow = (switches: Partial<typeof companySettings.$inferInsert>) => async (fixture: NotificationFixture) => {
  await fixture.ctx.transaction((tx) => tx.update(companySettings).set(switches))
  return fixture
}

/** Switches all notifications off but the customer's text, the customer's mail, or the owner's text. */
export const onlyText = narrow({ ownerSms: false, customerEmail: false })
export const onlyMail = narrow({ ownerSms: false, customerSms: false })
export const onlyOwner = narrow({ customerSms: false, customerEmail: false })

/** Whether messages are due. */
export const isSendingDue = ({ ctx }: NotificationFixture) =>
  ctx.transaction((tx) => hasDueNotifications(tx, ctx.companyId, ctx.clock.now()))
