import { eq } from 'drizzle-orm'
import type { PromotionRules } from '#contract/pricing/promotion-rule.ts'
import { ChannelConfig } from '#server/features/channels/channel-config.ts'
import { findAccount, listShownAccounts } from '#server/features/marketplace/account-queries.ts'
import { readAllRules } from '#server/features/promotions/queries/rules.ts'
import type { Actor, CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channels } from '#server/platform/db/schema/channels.ts'
import type { DemoChannel } from './demo-channel.ts'
import { listShopItems, type ShopItem } from './wares.ts'

export type ShopChannel = { id: string; name: string; wares: ShopItem[]; speaker: Actor; accountId: string | null }

/** What the demo company sells where, and who ships it. */
export type DemoShop = {
  places: Record<DemoChannel, ShopChannel>
  amazon: { integrationId: string; sellerId: string } | null
  /** Its promotions, before anybody has used them. */
  book: PromotionRules
}

export async function readShop(tx: Tx, { companyId, clock }: CompanyContext): Promise<DemoShop> {
  return {
    places: {
      store: await readShopChannel(tx, 'harbor-pine-store'),
      outlet: await readShopChannel(tx, 'pine-outlet'),
      instagram: await readShopChannel(tx, 'harbor-pine-on-instagram'),
    },
    amazon: await readAmazon(tx),
    book: await readAllRules(tx, { companyId, now: clock.now() }),
  }
}

async function readShopChannel(tx: Tx, slug: string): Promise<ShopChannel> {
  const [channel] = await tx.select().from(channels).where(eq(channels.slug, slug))
  if (!channel) throw new Error(`The demo company has no channel ${slug}`)
  const { id, name, type } = channel
  const { offersAllSkus, commerceAccountId: accountId } = ChannelConfig.parse(channel.config)
  const speaker: Actor = { type: type === 'website' ? 'api_key' : 'webhook', name, channelId: id }
  return { id, name, wares: await listShopItems(tx, id, offersAllSkus), speaker, accountId }
}

async function readAmazon(tx: Tx): Promise<DemoShop['amazon']> {
  const [shown] = await listShownAccounts(tx)
  const account = shown && (await findAccount(tx, shown.id))
  return account?.sellerId ? { integrationId: account.id, sellerId: account.sellerId } : null
}
