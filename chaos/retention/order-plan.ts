import { wordsFrom } from '../canaries/canaries.ts'
import type { Needle } from '../canaries/search.ts'
import { shapesOf } from '../canaries/encodings.ts'
import type { Size } from '../scenario-result.ts'

/** `due` are closed a day and an hour before `young`; `open` are never closed. */
export type Group = 'due' | 'young' | 'open'
export type OrderToPlace = { group: Group; externalOrderId: string; body: object; isShipped: boolean }

export type Numbers = Record<Group, number> & { shipped: number; returning: number; kills: number }

export const numbers: Record<Size, Numbers> = {
  short: { due: 60, young: 20, open: 5, shipped: 0, returning: 5, kills: 2 },
  long: { due: 2_000, young: 300, open: 100, shipped: 20, returning: 50, kills: 10 },
}

export const sku = 'KEPT-30'

type Marks = { word: string; phone: string }

/** Every text of a group has its word in it and every phone its digits, so that one needle finds all of them. */
export function planOrders(random: () => number, size: Size) {
  const words = wordsFrom(random)
  const marks = {
    due: { word: words.word(10), phone: '+12067770' },
    young: { word: words.word(10), phone: '+12068881' },
    open: { word: words.word(10), phone: '+12069992' },
  }
  const wanted = numbers[size]
  const orders = (['due', 'young', 'open'] as const).flatMap((group) =>
    Array.from({ length: wanted[group] }, (_, n): OrderToPlace => {
      // Somebody who ordered again is still known by the later order; where the first one went is not.
      const isReturning = group === 'due' && n < wanted.returning
      const buyer = buyerOf(isReturning ? marks.young : marks[group], n)
      const body = orderOf(`${group}-${n}`, { ...buyer, ...placeOf(marks[group], n) })
      const isShipped = group === 'due' && n >= wanted.returning && n < wanted.returning + wanted.shipped
      return { group, externalOrderId: `${group}-${n}`, body, isShipped }
    }),
  )
  const needleOf = (group: Group): Needle => ({
    canary: group,
    shapes: [...shapesOf(marks[group].word), ...shapesOf(marks[group].phone)],
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
