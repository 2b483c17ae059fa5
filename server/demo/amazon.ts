import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { completeConnection } from '#server/features/marketplace/connect/oauth-callback.ts'
import { initiateConnection } from '#server/features/marketplace/connect/oauth-start.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { asOperator } from './operator.ts'

export const unitedStates = 'ATVPDKIKX0DER'

/**
 * Puts the demo company's items into the local Amazon emulator and connects the company to it, as an operator would.
 * Without an emulator, or if it fails, the company stays unconnected.
 */
export async function connectDemo(deps: Deps): Promise<void> {
  const { AMAZON_SP_API_URL: url } = deps.config
  if (!url || !isLoopback(url)) return
  try {
    await connect(await asOperator(deps), url)
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company could not be connected to the Amazon emulator')
  }
}

async function connect(ctx: CompanyContext, url: string): Promise<void> {
  const emulator = amazonControl(url)
  const sellerId = await emulator.firstSeller()
  await emulator.putItems(sellerId, unitedStates, withDifferences(await ctx.transaction(listAmazonItems)))
  const connection = { companyId: ctx.companyId, integrationName: 'Harbor & Pine US', region: 'us' as const }
  const { authorizationUrl } = await initiateConnection(ctx, connection)
  const state = new URL(authorizationUrl).searchParams.get('state') ?? ''
  await completeConnection(ctx, { state, sellerId, code: await emulator.authorize(sellerId) })
}

/** An item that the demo company sells on Amazon, as the emulator's control API expects it. */
type DemoItem = Awaited<ReturnType<typeof listAmazonItems>>[number] & { bullets?: string[] }

/** The demo company's items on Amazon with their stock. */
async function listAmazonItems(tx: Tx) {
  const rows = await tx
    .select({ sku: skus, product: products, level: stockLevels })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .innerJoin(stockLevels, eq(stockLevels.skuId, skus.id))
    .where(and(isNotNull(skus.asin), isNotNull(skus.price)))
    .orderBy(asc(skus.sku))
  return rows.map(({ sku, product, level }) => ({
    sku: sku.sku,
    asin: sku.asin ?? undefined,
    fnsku: sku.fnsku ?? undefined,
    title: sku.title ?? product.title,
    brand: product.brand || undefined,
    description: product.description || undefined,
    price: Number(sku.price),
    weight: { value: Number(sku.weight), unit: 'pounds' as const },
    ...(sku.stockHolder === 'amazon' ? inWarehouse(level) : atMerchant(level)),
  }))
}

type Level = typeof stockLevels.$inferSelect

const inWarehouse = ({ qtyAvailable, qtyReserved, qtyInbound }: Level) => ({
  fulfilledBy: 'amazon' as const,
  fulfillable: qtyAvailable,
  reserved: qtyReserved,
  inboundShipped: qtyInbound,
})

const atMerchant = ({ qtyAvailable }: Level) => ({ fulfilledBy: 'merchant' as const, quantity: qtyAvailable })

/** Differences in stock that the first sync reports. */
const changes = [-3, 2, 11]

/** A SKU that only Amazon knows. */
const newcomer: DemoItem = {
  sku: 'HP-LANTERN-POCKET',
  asin: 'B0DLNTRNPK',
  fnsku: 'X00PCKTLNT',
  title: 'Pocket Lantern, Spruce',
  brand: 'Tidewater Camp',
  description: 'A rechargeable lantern for a jacket pocket, with a hook and a warm light.',
  price: 24,
  weight: { value: 0.4, unit: 'pounds' },
  fulfilledBy: 'amazon',
  fulfillable: 36,
  reserved: 2,
  inboundShipped: 0,
}

/** Listings that differ from the catalogue, for the two-way sync: missing, conflicting and empty values. */
const rewordings: Record<string, Partial<Pick<DemoItem, 'bullets' | 'description' | 'price'>>> = {
  'HP-KET': { bullets: ['Two quarts of stainless steel', 'Folding bail handle', 'Pours without dribbling'] },
  'HP-SLT': { description: undefined },
  'HP-MUG-SPR': { price: 16.5 },
}

/** Amazon's items, which differ from ours in a few places. */
function withDifferences(items: DemoItem[]): DemoItem[] {
  const plenty = items.filter((item) => item.fulfilledBy === 'amazon' && item.fulfillable > 20)
  const step = Math.floor(plenty.length / changes.length)
  const changeOf = new Map(changes.map((change, index) => [plenty[index * step]?.sku, change]))
  const changed = items.map((item) =>
    item.fulfilledBy === 'amazon' ? { ...item, fulfillable: item.fulfillable + (changeOf.get(item.sku) ?? 0) } : item,
  )
  return [...changed.map((item) => ({ ...item, ...rewordings[item.sku] })), newcomer]
}

const Seller = z.object({ id: z.string() })

const Sellers = z.object({ sellers: z.tuple([Seller], Seller) })

const Consent = z.object({ code: z.string() })

/** The control API of the Amazon emulator, which Amazon itself does not have. */
export function amazonControl(baseUrl: string) {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(new URL(`/_control/${path}`, baseUrl), {
      method,
      signal: AbortSignal.timeout(10_000),
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    if (!reply.ok) throw new Error(`The Amazon emulator answered ${reply.status} to ${method} ${path}`)
    return reply.json()
  }
  return {
    firstSeller: async () => Sellers.parse(await call('GET', 'sellers')).sellers[0].id,
    putItems: (sellerId: string, marketplaceId: string, items: DemoItem[]) =>
      call('PUT', `sellers/${sellerId}/marketplaces/${marketplaceId}/items`, { items }),
    /** Orders that were shipped before the emulator was started. */
    putOrders: (sellerId: string, orders: readonly object[]) => call('PUT', `sellers/${sellerId}/orders`, { orders }),
    /** Duration of each step of an order, in seconds. */
    setTimings: (sellerId: string, orderId: string, timings: Record<string, number>) =>
      call('PATCH', `sellers/${sellerId}/orders/${orderId}`, { timings }),
    /** The authorization code that the seller's consent would yield. */
    authorize: async (sellerId: string) => Consent.parse(await call('POST', 'authorize', { sellerId })).code,
  }
}
