import { setTimeout as sleep } from 'node:timers/promises'
import { apiCallOf } from '#server/testing/shop-webhooks.ts'
import { sendRequest } from '../harness/client-request.ts'
import { type OrderKind, orderKinds, type Sale, type SoldLine } from './sale.ts'
import type { ConnectedShop, ShopSystem } from './system.ts'

/** Of a hundred orders. */
const weights: Record<OrderKind, number> = {
  paid: 46,
  'paid-later': 10,
  'held-released': 10,
  'held-for-ever': 6,
  'held-later': 8,
  cancelled: 10,
  'refunded-in-part': 10,
}

const retryPauseMs = 200

export type Market = ReturnType<typeof createMarket>

/** Buyers of both shops and of a website, and the owners of the shops. `longestDelay` is until an owner acts, in seconds. */
export function createMarket(system: ShopSystem, random: () => number, longestDelay: number) {
  const sales: Sale[] = []
  const pending = new Set<Promise<void>>()
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const delay = () => sleep((0.2 + random() * 0.8) * longestDelay * 1000)
  const skus = [...new Set(system.stock.movements.map(({ sku }) => sku))]
  const nextKind = createKinds(random)

  /** What a buyer finds in stock at the shop: one or two SKUs, of which a refund needs two units. Null when it is sold out. */
  const choose = (shop: ConnectedShop, kind: OrderKind): SoldLine[] | null => {
    const least = kind === 'refunded-in-part' ? 2 : 1
    const there = skus.filter((sku) => shop.levelOf(sku) >= least)
    if (there.length === 0) return null
    const chosen = new Set(random() < 0.25 ? [pick(there), pick(there)] : [pick(there)])
    return [...chosen].map((sku, index) => ({ sku, quantity: index === 0 ? least : 1 }))
  }

  /** Sells one order at the shop, unless everything is sold out there. What its owner does with it goes on in the background. */
  const sell = async (shop: ConnectedShop): Promise<boolean> => {
    const kind = nextKind(shop.channelId)
    const lines = choose(shop, kind)
    if (!lines) return false
    const isUnpaid = kind === 'paid-later'
    const isHeld = kind === 'held-released' || kind === 'held-for-ever'
    const placed = await shop.place(lines, isUnpaid ? 'unpaid' : isHeld ? 'held' : 'paid')
    if (!placed) return false
    const { id, at } = placed
    const sale: Sale = {
      channelId: shop.channelId,
      externalOrderId: id,
      kind,
      lines,
      movements: isUnpaid && !shop.reservesUnpaid ? [] : lines.map(({ sku, quantity: units }) => ({ at, sku, units })),
      holds: isUnpaid || isHeld ? [{ from: at, until: null }] : [],
      cancelledAt: null,
      refundedAt: null,
    }
    sales.push(sale)
    const following: Promise<void> = delay()
      .then(() => follow(shop, sale))
      .finally(() => pending.delete(following))
    pending.add(following)
    return true
  }

  return {
    sales: sales as readonly Sale[],
    sell,
    /** Sells one unit on the website if the product offers one. */
    sellOnWebsite: (externalOrderId: string) => sellOnWebsite(system, sales, { externalOrderId, sku: pick(skus) }),
    /** Waits until the owners have done everything. */
    async settle(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

/** The website repeats the order until it is acknowledged. */
async function sellOnWebsite(
  { website, processes }: ShopSystem,
  sales: Sale[],
  { externalOrderId, sku }: { externalOrderId: string; sku: string },
): Promise<boolean> {
  const [url] = processes.urls
  if (!website || url === undefined) return false
  const path = `/api/v1/inventory?sku=${encodeURIComponent(sku)}`
  const headers = { authorization: `Bearer ${website.apiKey}` }
  const { outcome, text } = await sendRequest(url, { path, headers, body: '' }, 'GET')
  const [offered] = outcome === 'ok' ? (JSON.parse(text) as { sellable: number }[]) : []
  if (!offered || offered.sellable < 1) return false
  const at = Date.now()
  const order = { externalOrderId, lines: [{ sku, quantity: 1, unitPrice: '9.00' }] }
  const lines = [{ sku, quantity: 1 }]
  sales.push({
    channelId: website.id,
    externalOrderId,
    kind: 'paid',
    lines,
    movements: [{ at, sku, units: 1 }],
    holds: [],
    cancelledAt: null,
    refundedAt: null,
  })
  while ((await sendRequest(url, apiCallOf(website, order))).outcome !== 'ok') await sleep(retryPauseMs)
  return true
}

/** Each shop gets the kinds in the same shares, in an order of its own. */
function createKinds(random: () => number): (channelId: string) => OrderKind {
  const bags = new Map<string, OrderKind[]>()
  return (channelId) => {
    // One of each kind comes first, so that a short run has them all.
    const bag = bags.get(channelId) ?? [...orderKinds]
    if (bag.length === 0) {
      const scale = 2
      const all = orderKinds.flatMap((kind) => Array<OrderKind>(weights[kind] / scale).fill(kind))
      const mixed = all.map((kind) => ({ kind, place: random() })).toSorted((one, other) => one.place - other.place)
      bag.push(...mixed.map(({ kind }) => kind))
    }
    bags.set(channelId, bag)
    return bag.pop() ?? 'paid'
  }
}

/** What the owner does later. A moment from which on something must not be sent is taken after the call, one that frees before it. */
async function follow(shop: ConnectedShop, sale: Sale): Promise<void> {
  const { externalOrderId: id, lines, holds } = sale
  const giveBack = (at: number, units: (line: SoldLine, index: number) => number) =>
    void sale.movements.push(...lines.map((line, index) => ({ at, sku: line.sku, units: -units(line, index) })))
  const endHold = (at: number) => holds.forEach((hold) => (hold.until ??= at))
  const at = Date.now()
  switch (sale.kind) {
    case 'paid':
    case 'held-for-ever':
      return
    case 'paid-later':
      if (!shop.reservesUnpaid) {
        if (lines.some(({ sku, quantity }) => shop.levelOf(sku) < quantity)) return
        sale.movements.push(...lines.map(({ sku, quantity: units }) => ({ at, sku, units })))
      }
      endHold(at)
      return shop.pay(id)
    case 'held-released':
      endHold(at)
      return shop.release(id)
    case 'held-later':
      await shop.hold(id)
      return void holds.push({ from: Date.now(), until: null })
    case 'cancelled':
      giveBack(at, ({ quantity }) => quantity)
      await shop.cancel(id)
      sale.cancelledAt = Date.now()
      return
    case 'refunded-in-part':
      giveBack(at, (_line, index) => (index === 0 ? 1 : 0))
      await shop.refundOne(id)
      sale.refundedAt = Date.now()
      return
  }
}
