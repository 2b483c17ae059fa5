import { inArray, and, eq } from 'drizzle-orm'
import { isMoney } from '#contract/money.ts'
import type { channelItemsApi } from '#contract/channel-items.ts'
import type { ParsedInputOf } from '#contract/endpoint.ts'
import { type Message, say } from '#contract/i18n.ts'
import { normalizeBarcode } from '#contract/barcode.ts'
import { ImageUrl, skuCode } from '#contract/products.ts'
import { addChannelSkus, type AddedSku } from '#server/features/products/channel-sku-queries.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { channelItems } from '#server/platform/db/schema/channels.ts'
import { companySettings } from '#server/platform/db/schema/settings.ts'
import { newId } from '#server/platform/ids.ts'
import { lockChannel } from '../channel-queries.ts'
import { applyMatches } from './apply-matches.ts'

type Refused = { externalId: string; reason: Message }

type CreatedProducts = { created: number; refused: { externalId: string; reason: string }[] }

/** Makes products and SKUs of items that are none of ours yet, and matches them. The variants of one product stay together. */
export async function createProducts(
  ctx: CompanyContext,
  { channelId, externalIds }: ParsedInputOf<typeof channelItemsApi.createProducts>,
): Promise<CreatedProducts> {
  const { companyId } = ctx
  return ctx.transaction(async (tx) => {
    await lockChannel(tx, companyId, channelId)
    const items = await readChosen(tx, { companyId, channelId, externalIds })
    const currency = await readCurrency(tx, companyId)
    const planned = planSkus(items, currency)
    const { added, taken } = await addChannelSkus(tx, ctx, planned.skus)
    const matches = added.map(({ externalId, id }) => ({ externalId, skuId: id, by: 'person' as const }))
    if (matches.length > 0) await applyMatches(tx, ctx, channelId, matches)
    const refused = taken.map(({ externalId, sku }) => ({
      externalId,
      reason: say('SKU {sku} already exists. Match the item with it.', { sku }),
    }))
    const unknown = externalIds.filter((id) => !items.some(({ externalId }) => externalId === id))
    const missing = unknown.map((externalId) => ({ externalId, reason: say('The channel does not sell this item.') }))
    const all = [...planned.refused, ...refused, ...missing]
    return {
      created: added.length,
      refused: all.map(({ externalId, reason }) => ({ externalId, reason: ctx.inReadersLanguage(reason) })),
    }
  })
}

type ChosenItem = typeof channelItems.$inferSelect

async function readChosen(
  tx: Tx,
  { companyId, channelId, externalIds }: { companyId: string; channelId: string; externalIds: readonly string[] },
): Promise<ChosenItem[]> {
  return tx
    .select()
    .from(channelItems)
    .where(
      and(
        eq(channelItems.companyId, companyId),
        eq(channelItems.channelId, channelId),
        inArray(channelItems.externalId, [...externalIds]),
      ),
    )
    .orderBy(channelItems.title, channelItems.externalId)
}

async function readCurrency(tx: Tx, companyId: string): Promise<string | null> {
  const [settings] = await tx
    .select({ currency: companySettings.currency })
    .from(companySettings)
    .where(eq(companySettings.companyId, companyId))
  return settings?.currency ?? null
}

type PlannedSkus = { skus: AddedSku[]; refused: Refused[] }

/** Pure: the SKUs to make, and why none can be made of the other items. */
export function planSkus(items: readonly ChosenItem[], currency: string | null): PlannedSkus {
  const planned: PlannedSkus = { skus: [], refused: [] }
  const productIds = new Map<string, string>()
  const codes = new Set<string>()
  for (const item of items) {
    const reason = whyNot(item, codes)
    if (reason !== null) {
      planned.refused.push({ externalId: item.externalId, reason })
      continue
    }
    const code = item.sku?.trim() ?? ''
    codes.add(code)
    const group = item.variant === null ? item.externalId : `variants of ${item.title}`
    const productId = productIds.get(group) ?? newId()
    productIds.set(group, productId)
    planned.skus.push(toSku(item, { productId, code, currency }))
  }
  return planned
}

function whyNot({ skuId, removedAt, sku }: ChosenItem, codes: ReadonlySet<string>): Message | null {
  if (removedAt !== null) return say('No longer sold on the channel.')
  if (skuId !== null) return say('Already matched with a SKU.')
  if (!sku?.trim()) return say('No SKU in the shop. Add one there, then read the products again.')
  if (!skuCode.safeParse(sku).success)
    return say('The code {code} can’t be a SKU: it is too long or has invisible characters.', { code: sku })
  return codes.has(sku.trim()) ? say('Another of these items has the same code {code}.', { code: sku }) : null
}

type SkuPlan = { productId: string; code: string; currency: string | null }

function toSku(item: ChosenItem, { productId, code, currency }: SkuPlan): AddedSku {
  const { externalId, title, variant, price, barcode, imageUrl } = item
  return {
    externalId,
    id: newId(),
    productId,
    sku: code,
    productTitle: title,
    title: variant === null ? null : `${title}, ${variant}`.slice(0, 200),
    price: item.currency === currency && price !== null && isMoney(price) ? price : null,
    barcode: normalizeBarcode(barcode) === null ? null : (barcode?.replace(/\D/g, '') ?? null),
    image: ImageUrl.safeParse(imageUrl).data ?? null,
  }
}
