import { describe, expect, it } from 'vitest'
import { findOversold, findTooHigh, type ShopLog, type ReceivedSale } from './shown-levels.ts'

const sku = 'TEE'
const stock = [{ at: 0, sku, units: 5 }]
const own = 'own shop'
const other = 'other shop'

const sale = (channelId: string, at: number, receivedAt: number | null, units = 2): ReceivedSale => ({
  channelId,
  externalOrderId: `${at}`,
  kind: 'paid',
  lines: [{ sku, quantity: units }],
  movements: [{ at, sku, units }],
  holds: [],
  cancelledAt: null,
  refundedAt: null,
  receivedAt,
})

const shop = (quantity: number, given: Partial<ShopLog> = {}, isOurs = true): ShopLog => ({
  name: 'Shop',
  channelId: own,
  ordersReadAt: null,
  levels: [{ at: 60_000, sku, quantity, isOurs }],
  ...given,
})

const problems = (judged: ShopLog, ...sales: ReceivedSale[]) => findTooHigh(judged, sales, stock).length

describe('a quantity that we wrote', () => {
  it.each<[string, ShopLog, ReceivedSale[], number]>([
    ['is right while nothing is sold', shop(5), [], 0],
    ['is too high above the stock', shop(6), [], 1],
    ['must not count units of another shop’s sale that we know', shop(4), [sale(other, 1_000, 2_000)], 1],
    ['may count units of another shop’s sale that we do not know', shop(5), [sale(other, 1_000, null)], 0],
    ['may be as old as calls take', shop(5), [sale(other, 1_000, 57_000)], 0],
    ['must not put back a sale that Shopify compares with', shop(5), [sale(own, 59_000, null)], 1],
    ['may not know what WooCommerce sold since', shop(5, { ordersReadAt: [58_000] }), [sale(own, 59_000, null)], 0],
    ['must know what was sold before', shop(5, { ordersReadAt: [58_000] }), [sale(own, 57_000, null)], 1],
    ['must not rest on an old reading', shop(5, { ordersReadAt: [10_000] }), [sale(own, 30_000, null)], 1],
    ['is none of ours when the shop set it', shop(6, {}, false), [], 0],
    ['is right at none, however much was oversold', shop(0), [sale(other, 1_000, 2_000, 9)], 0],
  ])('%s', (_what, judged, sales, expected) => expect(problems(judged, ...sales)).toBe(expected))

  it('counts units that came back', () => {
    const cancelled = sale(other, 1_000, 2_000)
    cancelled.movements.push({ at: 3_000, sku, units: -2 })
    expect(problems(shop(5), cancelled)).toBe(0)
  })
})

describe('units sold beyond the stock', () => {
  const oversold = (...sales: ReceivedSale[]) => findOversold(sales, stock, 60)

  it('are none as long as there are enough', () => {
    expect(oversold(sale(own, 1_000, 2_000, 3), sale(other, 2_000, 3_000, 2))).toEqual([])
  })

  it('are explained by a sale on its way', () => {
    const found = oversold(sale(other, 1_000, 2_000, 4), sale(own, 3_000, 4_000))
    expect(found).toMatchObject([{ units: 1, isExplained: true }])
  })

  it('are not explained by a sale that this shop had minutes to hear of', () => {
    const found = oversold(sale(other, 1_000, 2_000, 4), sale(own, 300_000, 301_000))
    expect(found).toMatchObject([{ units: 1, isExplained: false }])
  })
})
