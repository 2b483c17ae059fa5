import type { OrderData } from '#contract/intake.ts'
import { fromCents, toCents } from '#contract/money.ts'
import type { ShippingSpeed } from '#contract/order-words.ts'
import { createRandom, type Random } from '../random.ts'
import { customerOf, type DemoCustomer } from './customers.ts'
import type { DemoChannel } from './demo-channel.ts'
import { pickSome } from './pick.ts'
import type { Plan } from './plans.ts'
import type { Ware } from './wares.ts'

const customers = 210
const welcome = { code: 'WELCOME10', percent: 10n }
const freeShippingFrom = 75_00n
const shippingFees: Record<ShippingSpeed, bigint> = { standard: 6_95n, expedited: 14_95n, priority: 24_95n }

/** What the channel told when the order came in. */
export function orderDataOf(plan: Plan, wares: readonly Ware[]): OrderData {
  const random = createRandom(`${plan.number} orders at the ${plan.channel}`)
  const customer = customerOf(random.between(1, customers))
  const shippingSpeed = plan.turn === 'partly' ? 'standard' : speedOf(random)
  const items = itemsOf(plan, random, wares)
  const hasCode = random.fraction() < 0.09
  return {
    externalOrderId: externalIdOf(plan),
    placedAt: plan.placedAt.toISOString(),
    currency: 'USD',
    customer: customer.person,
    shippingAddress: addressOf(plan, customer),
    shippingSpeed,
    items,
    ...(hasCode ? { promotionCodes: [welcome.code] } : {}),
    ...amountsOf(items, { shippingSpeed, customer, hasCode }),
  }
}

const firstNumbers: Record<DemoChannel, number> = { store: 20_400, outlet: 7_150, instagram: 341_250_907_000_000 }

const externalIdOf = ({ channel, number }: Plan) => String(firstNumbers[channel] + number)

function speedOf(random: Random): ShippingSpeed {
  const chance = random.fraction()
  return chance < 0.8 ? 'standard' : chance < 0.95 ? 'expedited' : 'priority'
}

const soldOut = 'HP-MUG-FOG'
/** A bundle of the shop’s own, which the catalogue does not know. */
const bundle = { sku: 'HP-GIFT-SPRING', title: 'Spring Gift Bundle', quantity: 1, unitPrice: '88.00' }

function itemsOf({ placedAt, turn }: Plan, random: Random, wares: readonly Ware[]): OrderData['items'] {
  if (turn === 'short') return wares.filter(({ sku }) => sku === soldOut).map((ware) => itemOf(ware, 2))
  const onSale = wares.filter(({ since, isPlentiful }) => since < placedAt && (turn === 'past' || isPlentiful))
  const chance = random.fraction()
  const lines = turn === 'partly' || chance > 0.88 ? 3 : chance < 0.62 ? 1 : 2
  const items = pickSome(random, onSale, lines).map((ware) =>
    itemOf(ware, random.fraction() < 0.8 ? 1 : random.between(2, 3)),
  )
  return turn === 'unmapped' ? [...items, bundle] : items
}

const itemOf = ({ sku, title, price }: Ware, quantity: number) => ({ sku, title, quantity, unitPrice: price })

/** One that looks right and that nobody delivers to. */
const addressOf = ({ turn }: Plan, { address }: DemoCustomer): OrderData['shippingAddress'] =>
  turn === 'bad_address' ? { ...address, line1: 'General Delivery, dock 4', line2: null } : address

type Terms = { shippingSpeed: ShippingSpeed; customer: DemoCustomer; hasCode: boolean }

function amountsOf(items: OrderData['items'], { shippingSpeed, customer, hasCode }: Terms) {
  const subtotal = items.reduce((sum, { unitPrice, quantity }) => sum + toCents(unitPrice) * BigInt(quantity), 0n)
  const discount = hasCode ? (subtotal * welcome.percent) / 100n : 0n
  const isFree = shippingSpeed === 'standard' && subtotal >= freeShippingFrom
  const perMille = BigInt(Math.round(customer.place.tax * 10))
  return {
    discountAmount: fromCents(discount),
    shippingAmount: fromCents(isFree ? 0n : shippingFees[shippingSpeed]),
    taxAmount: fromCents(((subtotal - discount) * perMille + 500n) / 1000n),
  }
}
