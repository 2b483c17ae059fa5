import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { PromotionRules } from '#contract/pricing/promotion-rule.ts'
import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import { findAccount, listShownAccounts } from '#server/features/marketplace/account-queries.ts'
import { readAllRules } from '#server/features/promotions/rule-queries.ts'
import type { Actor, CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { products, skus } from '#server/platform/db/schema/catalogue.ts'
import { channels, listings } from '#server/platform/db/schema/channels.ts'
import { stockLevels } from '#server/platform/db/schema/stock.ts'
import { chanceOf, dailySales, endings } from '../stock.ts'
import type { DemoChannel } from './plans.ts'

export type ShopChannel = { id: string; name: string; shopItems: ShopItem[]; speaker: Actor; accountId: string | null }

/** Channels with their items, the Amazon account and promotions of the demo company. */
export type DemoShop = {
  places: Record<DemoChannel, ShopChannel>
  amazon: { integrationId: string; sellerId: string } | null
  /** Promotions, before any use. */
  rules: PromotionRules
}

export async function readShop(tx: Tx, { companyId, clock }: CompanyContext): Promise<DemoShop> {
  return {
    places: {
      store: await readShopChannel(tx, 'harbor-pine-store'),
      outlet: await readShopChannel(tx, 'pine-outlet'),
      instagram: await readShopChannel(tx, 'harbor-pine-on-instagram'),
    },
    amazon: await readAmazon(tx),
    rules: await readAllRules(tx, { companyId, now: clock.now() }),
  }
}

async function readShopChannel(tx: Tx, slug: string): Promise<ShopChannel> {
  const [channel] = await tx.select().from(channels).where(eq(channels.slug, slug))
  if (!channel) throw new Error(`The demo company has no channel ${slug}`)
  const { id, name, type } = channel
  const { offersAllSkus, commerceAccountId: accountId } = ChannelConfig.parse(channel.config)
  const speaker: Actor = { type: type === 'website' ? 'api_key' : 'webhook', name, channelId: id }
  return { id, name, shopItems: await listShopItems(tx, id, offersAllSkus), speaker, accountId }
}

async function readAmazon(tx: Tx): Promise<DemoShop['amazon']> {
  const [shown] = await listShownAccounts(tx)
  const account = shown && (await findAccount(tx, shown.id))
  return account?.sellerId ? { integrationId: account.id, sellerId: account.sellerId } : null
}

/** An item of a channel that Amazon ships; `demand` is its relative weight. */
export type ShopItem = { sku: string; title: string; price: string; since: Date; isPlentiful: boolean; demand: number }

/** From this stock on, a few more sales do not make a SKU low. */
const plentyUnits = 18

async function listShopItems(tx: Tx, channelId: string, offersAllSkus: boolean): Promise<ShopItem[]> {
  const ofChannel = and(eq(listings.skuId, skus.id), eq(listings.channelId, channelId))
  const rows = await tx
    .select({ sku: skus, product: products, level: stockLevels, listing: listings })
    .from(skus)
    .innerJoin(products, eq(products.id, skus.productId))
    .innerJoin(stockLevels, eq(stockLevels.skuId, skus.id))
    .leftJoin(listings, ofChannel)
    .where(and(eq(skus.isActive, true), eq(skus.stockHolder, 'amazon'), isNotNull(skus.price)))
    .orderBy(asc(skus.sku))
  return rows
    .filter(({ listing }) => listing?.isVisible ?? offersAllSkus)
    .map(({ sku, product, level, listing }) => ({
      sku: sku.sku,
      title: sku.title ?? product.title,
      price: listing?.price ?? sku.price ?? '0.00',
      since: sku.createdAt,
      isPlentiful: level.qtyAvailable >= plentyUnits && !(sku.sku in endings),
      demand: demandOf(sku),
    }))
}

/** Items that sell well on Amazon or are nearly sold out get more orders. */
const demandOf = ({ sku, price }: { sku: string; price: string | null }): number =>
  dailySales(chanceOf(sku), Number(price)) ** 1.15 * (sku in endings ? 2.5 : 1)
