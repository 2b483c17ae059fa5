import type { FakeWebsite } from '#server/testing/fake-website.ts'
import type { Sold } from '../harness/orders.ts'
import type { Emulators } from '../harness/emulators.ts'
import { skuOf } from './orders.ts'

export type Outside = { standIns: Emulators; site: FakeWebsite }

/** How much everybody outside has heard so far. */
export const countHeard = ({ standIns: { amazon, smtp, sms }, site }: Outside) => ({
  'orders at Amazon': Object.values(amazon.state.sellers).flatMap(({ fulfillment }) => Object.keys(fulfillment.orders))
    .length,
  mails: smtp.state.mails.length,
  texts: sms.state.texts.length,
  'messages to shops': site.received.length,
})

export type Heard = ReturnType<typeof countHeard>

const over = new Set(['Cancelled', 'Unfulfillable', 'Invalid'])

/** What Amazon ships, by the order that it was sold with: once, and all of it. */
export function checkParcels({ standIns: { amazon } }: Outside, sold: readonly Sold[]) {
  const live = Object.values(amazon.state.sellers)
    .flatMap(({ fulfillment }) => Object.values(fulfillment.orders))
    .filter(({ status }) => !over.has(status))
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

/** Mails to one customer that say the same, whatever number the order has in them. */
export function findDoubledMails({ standIns: { smtp } }: Outside): string[] {
  const said = smtp.state.mails.map(
    ({ recipients, subject }) => `${recipients.join()}: ${subject.replace(/LS-\d+/, '')}`,
  )
  return [...Map.groupBy(said, (one) => one)].flatMap(([one, all]) =>
    all.length > 1 ? [`${all.length} times ${one}`] : [],
  )
}

type Message = { type: string; data: { externalOrderId: string; shipments: { trackingNumber: string | null }[] } }

/** What a shop was told of one thing has one id, so that it can tell a repetition. */
export function findRenamedMessages({ site }: Outside): string[] {
  const told = site.received.map(({ headers, body }) => {
    const { type, data } = JSON.parse(body) as Message
    const numbers = data.shipments.map(({ trackingNumber }) => trackingNumber)
    return { about: `${type} of ${data.externalOrderId} ${numbers.join()}`, id: headers['webhook-id'] }
  })
  return [...Map.groupBy(told, ({ about }) => about)].flatMap(([about, all]) => {
    const names = new Set(all.map(({ id }) => id))
    return names.size > 1 ? [`${about} was told under ${names.size} names`] : []
  })
}
