import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { ChannelInput } from '#contract/channels.ts'
import { createChannel } from '#server/features/channels/channels.ts'
import { updateListing } from '#server/features/channels/listings/listings.ts'
import { updateChannel } from '#server/features/channels/update-channel.ts'
import { isLoopback } from '#server/platform/config.ts'
import type { CompanyContext, Deps } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { skus } from '#server/platform/db/schema/catalogue.ts'
import { asOperator } from './operator.ts'

/**
 * Adds the demo company's channels, as an operator would. Without a local Meta emulator, or if it fails, the Instagram
 * shop stays unconnected.
 */
export async function addDemoChannels(deps: Deps): Promise<void> {
  try {
    const ctx = await asOperator(deps)
    await addStore(ctx)
    await addOutlet(ctx)
    await addInstagram(ctx, deps.config.META_GRAPH_URL)
  } catch (error) {
    deps.log.warn({ err: error }, 'the demo company’s channels could not all be set up')
  }
}

const productUrl = 'https://harborandpine.test/products/{sku}'

async function addStore(ctx: CompanyContext): Promise<void> {
  const channelId = await addChannel(ctx, { name: 'Harbor & Pine Store', type: 'website', platform: 'standard' })
  await updateChannel(ctx, { channelId, productUrl })
}

/** An outlet with reduced prices and a buffer of two units, without new products. */
async function addOutlet(ctx: CompanyContext): Promise<void> {
  const channelId = await addChannel(ctx, { name: 'Pine Outlet', type: 'website', platform: 'woocommerce' })
  await updateChannel(ctx, { channelId, safetyBuffer: 2 })
  await updateListings(ctx, channelId, {
    'HP-CFB-RST': { price: '79.00' },
    'HP-OTR-FOG': { isVisible: false },
    'HP-OTR-HNY': { isVisible: false },
  })
}

/** Offers a few SKUs only. The catalogue has no images, which Meta requires: the listings say so. */
async function addInstagram(ctx: CompanyContext, graphUrl: string | undefined): Promise<void> {
  const channelId = await addChannel(ctx, { name: 'Harbor & Pine on Instagram', type: 'meta_shops' })
  await updateChannel(ctx, { channelId, productUrl, offersAllSkus: false })
  const shown = ['HP-THR-EMB', 'HP-THR-OAT', 'HP-THR-SPR', 'HP-THR-TID']
  await updateListings(ctx, channelId, Object.fromEntries(shown.map((sku) => [sku, { isVisible: true }])))
  if (graphUrl && isLoopback(graphUrl)) await updateChannel(ctx, { channelId, ...(await readFirstShop(graphUrl)) })
}

type ListingChoice = { price?: string; isVisible?: boolean }

async function updateListings(
  ctx: CompanyContext,
  channelId: string,
  choices: Record<string, ListingChoice>,
): Promise<void> {
  for (const [sku, choice] of Object.entries(choices)) {
    const skuId = await ctx.transaction((tx) => findSkuId(tx, sku))
    await updateListing(ctx, { channelId, skuId, ...choice })
  }
}

const addChannel = async (ctx: CompanyContext, channel: Omit<ChannelInput, 'isActive'>): Promise<string> =>
  (await createChannel(ctx, { ...channel, isActive: true })).id

async function findSkuId(tx: Tx, sku: string): Promise<string> {
  const [found] = await tx.select({ id: skus.id }).from(skus).where(eq(skus.sku, sku))
  if (!found) throw new Error(`The demo company has no SKU ${sku}`)
  return found.id
}

const Shop = z.object({ accountId: z.string(), catalogId: z.string(), tokens: z.tuple([z.string()], z.string()) })

const Shops = z.object({ shops: z.tuple([Shop], Shop) })

/** Credentials that a seller would copy from Meta's pages, read from the emulator's control API. */
async function readFirstShop(graphUrl: string) {
  const reply = await fetch(new URL('/_control/shops', graphUrl), { signal: AbortSignal.timeout(10_000) })
  if (!reply.ok) throw new Error(`The Meta emulator answered ${reply.status}`)
  const [{ accountId, catalogId, tokens }] = Shops.parse(await reply.json()).shops
  return { commerceAccountId: accountId, catalogId, accessToken: tokens[0] }
}

/** Places an order in the emulated shop. */
export async function placeOrder(graphUrl: string, accountId: string, order: object): Promise<void> {
  const reply = await fetch(new URL(`/_control/shops/${accountId}/orders`, graphUrl), {
    method: 'POST',
    body: JSON.stringify(order),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!reply.ok) throw new Error(`The Meta emulator answered ${reply.status}`)
}
