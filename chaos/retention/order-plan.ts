import { createCanaryValues } from '../canaries/canaries.ts'
import type { Needle } from '../canaries/search.ts'
import { encodingsOf } from '../canaries/encodings.ts'
import type { Size } from '../scenario-result.ts'

/** `due` orders are closed a day and an hour before `young` ones; `open` ones are never closed. */
export type Group = 'due' | 'young' | 'open'
export type OrderToPlace = { group: Group; externalOrderId: string; body: object; isShipped: boolean }

export type Numbers = Record<Group, number> & { shipped: number; returning: number; kills: number }

export const numbers: Record<Size, Numbers> = {
  short: { due: 10, young: 3, open: 2, shipped: 0, returning: 2, kills: 2 },
  long: { due: 2_000, young: 300, open: 100, shipped: 20, returning: 50, kills: 10 },
}

export const sku = 'KEPT-30'

type Marks = { word: string; phone: string }

/** Every text of a group contains its word and every phone its digits, so that one needle finds all of them. */
export function planOrders(random: () => number, size: Size) {
  const values = createCanaryValues(random)
  const marks = {
    due: { word: values.word(10), phone: '+12067770' },
    young: { word: values.word(10), phone: '+12068881' },
    open: { word: values.word(10), phone: '+12069992' },
  }
  const counts = numbers[size]
  const orders = (['due', 'young', 'open'] as const).flatMap((group) =>
    Array.from({ length: counts[group] }, (_, n): OrderToPlace => {
      // A returning customer stays known by the later order; the address of the first order is erased.
      const isReturning = group === 'due' && n < counts.returning
      const buyer = buyerOf(isReturning ? marks.young : marks[group], n)
      const body = orderOf(`${group}-${n}`, { ...buyer, ...placeOf(marks[group], n) })
      const isShipped = group === 'due' && n >= counts.returning && n < counts.returning + counts.shipped
      return { group, externalOrderId: `${group}-${n}`, body, isShipped }
    }),
  )
  const needleOf = (group: Group): Needle => ({
    canary: group,
    encodings: [...encodingsOf(marks[group].word), ...encodingsOf(marks[group].phone)],
  })
  return { orders, marks, needleOf }
}

export type Plan = ReturnType<typeof planOrders>

const buyerOf = ({ word, phone }: Marks, n: number) => ({
  customer: {
    email: `${word}.${n}@example.com`,
    phone: `${phone}${String(n).padStart(3, '0').slice(-3)}`,
    firstName: `Ana${word}`,
    lastName: `O'${word}${n}`,
  },
})

const placeOf = ({ word }: Marks, n: number) => ({
  notes: `For ${word}, ring twice`,
  shippingAddress: {
    recipientName: `${word} & Sons`,
    line1: `${n} ${word} Street`,
    line2: `Flat ${word}`,
    city: `Port ${word}`,
    state: 'WA',
    postalCode: '98101',
    country: 'US',
  },
})

const orderOf = (externalOrderId: string, rest: object) => ({
  externalOrderId,
  placedAt: new Date().toISOString(),
  currency: 'USD',
  items: [{ sku, quantity: 1, unitPrice: '19.00' }],
  total: '19.00',
  ...rest,
})
