import type { FakeWebsite } from '#server/testing/fake-website.ts'
import type { SoldOrder } from '../harness/orders.ts'
import type { Emulators } from '../harness/emulators.ts'
import { skuOf } from './orders.ts'

export type ExternalSystems = { emulators: Emulators; site: FakeWebsite }

/** How much each external system has received so far. */
export const countReceived = ({ emulators: { amazon, smtp, sms }, site }: ExternalSystems) => ({
  'orders at Amazon': Object.values(amazon.state.sellers).flatMap(({ fulfillment }) => Object.keys(fulfillment.orders))
    .length,
  mails: smtp.state.mails.length,
  texts: sms.state.texts.length,
  'messages to shops': site.received.length,
})

export type ReceivedCounts = ReturnType<typeof countReceived>

const endedStatuses = new Set(['Cancelled', 'Unfulfillable', 'Invalid'])

/** Amazon ships each sold order once and completely. */
export function checkPackages({ emulators: { amazon } }: ExternalSystems, sold: readonly SoldOrder[]) {
  const live = Object.values(amazon.state.sellers)
    .flatMap(({ fulfillment }) => Object.values(fulfillment.orders))
    .filter(({ status }) => !endedStatuses.has(status))
  const bySku = Map.groupBy(live, ({ lines }) => lines[0]?.sku ?? '')
  return {
    doubled: [...bySku].flatMap(([sku, found]) =>
      found.length > 1 ? [`${sku} is ${found.length} times at Amazon`] : [],
    ),
    missing: sold.flatMap((order) => {
      const [sku, wanted] = [skuOf(order), order.lines[0]?.quantity]
      const units = bySku.get(sku)?.[0]?.lines[0]?.quantity
      return units === wanted ? [] : [`${sku} was sold ${wanted} times, and Amazon has ${units ?? 'none'}`]
    }),
  }
}

/** Mails with the same recipient and subject, ignoring the order number. */
export function findDoubledMails({ emulators: { smtp } }: ExternalSystems): string[] {
  const mails = smtp.state.mails.map(
    ({ recipients, subject }) => `${recipients.join()}: ${subject.replace(/LS-\d+/, '')}`,
  )
  return [...Map.groupBy(mails, (one) => one)].flatMap(([one, all]) =>
    all.length > 1 ? [`${all.length} times ${one}`] : [],
  )
}

type Message = { type: string; data: { externalOrderId: string; shipments: { trackingNumber: string | null }[] } }

/** Messages to a shop about the same shipment need the same webhook id, by which the shop deduplicates. */
export function findMessagesWithTwoIds({ site }: ExternalSystems): string[] {
  const messages = site.received.map(({ headers, body }) => {
    const { type, data } = JSON.parse(body) as Message
    const numbers = data.shipments.map(({ trackingNumber }) => trackingNumber)
    return { about: `${type} of ${data.externalOrderId} ${numbers.join()}`, id: headers['webhook-id'] }
  })
  return [...Map.groupBy(messages, ({ about }) => about)].flatMap(([about, all]) => {
    const ids = new Set(all.map(({ id }) => id))
    return ids.size > 1 ? [`${about} was sent under ${ids.size} ids`] : []
  })
}
