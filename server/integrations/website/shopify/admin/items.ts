import { z } from 'zod'
import { plain } from '#contract/fields.ts'
import { formatMessage, say } from '#contract/i18n.ts'
import type { ChannelConnection, ChannelItem, ItemPage } from '#server/ports/channel.ts'
import { joinText } from '../../platform-order.ts'
import type { ShopifyClient } from './client.ts'
import { getLocationOrThrow } from './settings.ts'

const text = z.string().nullish()
const number = z.union([z.string(), z.int().transform(String)])
const Picture = z.object({ url: z.string() }).nullish()

/** Quantities at one location; null where the item is not stocked there. */
export const Level = z
  .object({ quantities: z.array(z.object({ name: z.string(), quantity: z.int() })) })
  .nullish()
  .transform((level) => level?.quantities.find(({ name }) => name === 'available')?.quantity ?? null)

const Variant = z.object({
  id: z.string(),
  legacyResourceId: number,
  title: z.string(),
  sku: text,
  barcode: text,
  price: z.string(),
  requiresComponents: z.boolean(),
  image: Picture,
  product: z.object({
    id: z.string(),
    title: z.string(),
    status: z.string(),
    featuredMedia: z.object({ preview: z.object({ image: Picture }).nullish() }).nullish(),
  }),
  inventoryItem: z.object({
    id: z.string(),
    tracked: z.boolean(),
    requiresShipping: z.boolean(),
    inventoryLevel: Level,
  }),
})
type Variant = z.output<typeof Variant>

const VariantsPage = z.object({
  productVariants: z.object({
    nodes: z.array(Variant),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: text }),
  }),
  shop: z.object({ currencyCode: z.string() }),
})

/** The variants that the store sells, 250 a page, with their stock at the chosen location. */
export async function listItems(
  client: ShopifyClient,
  connection: ChannelConnection,
  cursor: string | null,
): Promise<ItemPage> {
  const variables = { after: cursor, locationId: getLocationOrThrow(connection) }
  const { productVariants, shop } = await client.ask('variants', variables, VariantsPage)
  const { nodes, pageInfo } = productVariants
  const isSold = ({ product, inventoryItem }: Variant) =>
    product.status !== 'ARCHIVED' && inventoryItem.requiresShipping
  return {
    items: nodes.filter(isSold).map((variant) => toItem(variant, shop.currencyCode)),
    cursor: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  }
}

/** Shopify's name of the only variant of a product without options. */
const onlyVariant = 'Default Title'

function toItem(variant: Variant, currency: string): ChannelItem {
  const { product, inventoryItem } = variant
  return {
    externalId: variant.legacyResourceId,
    refs: { variantGid: variant.id, inventoryItemGid: inventoryItem.id, productGid: product.id },
    title: plain(product.title, 300) ?? variant.legacyResourceId,
    variant: variant.title === onlyVariant ? null : plain(variant.title, 200),
    sku: plain(variant.sku, 100),
    barcode: plain(variant.barcode, 100),
    price: variant.price,
    currency,
    imageUrl: variant.image?.url ?? product.featuredMedia?.preview?.image?.url ?? null,
    quantity: inventoryItem.tracked ? inventoryItem.inventoryLevel : null,
    obstacle: obstacleOf(variant),
  }
}

export const bundleMessage = formatMessage(
  say('This is a bundle: Shopify calculates its stock from its components. Match the components instead.'),
)

function obstacleOf({ requiresComponents, inventoryItem, title, product }: Variant): string | null {
  if (requiresComponents) return bundleMessage
  if (inventoryItem.tracked) return null
  const name = joinText(' – ', product.title, title === onlyVariant ? null : title)
  return formatMessage(
    say('Shopify does not track its stock. Turn on “Track quantity” for {item} in Shopify.', { item: name }),
  )
}
