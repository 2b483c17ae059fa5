import { Dimensions } from '#contract/products.ts'
import type { CatalogFacts } from '#server/ports/listings.ts'
import type { AnswerOf } from '../operation.ts'
import type { getCatalogItem } from '../operations/catalog.ts'
import { textsOf } from './instances.ts'
import { readLength, readWeight } from './measure.ts'

type CatalogItem = AnswerOf<typeof getCatalogItem>
type Sizes = NonNullable<CatalogItem['dimensions'][number]['item']>
type Side = Sizes['length']
type Image = CatalogItem['images'][number]['images'][number]

/** Our own screens take no more. */
const heaviest = 99_999.999

export function toCatalogFacts(item: CatalogItem, marketplaceId: string): CatalogFacts {
  const isHere = (one: { marketplaceId: string }) => one.marketplaceId === marketplaceId
  const summary = item.summaries.find(isHere)
  const sizes = item.dimensions.find(isHere)
  return {
    asin: item.asin,
    title: summary?.itemName?.trim() || null,
    brand: summary?.brand?.trim() || null,
    category: summary?.browseClassification?.displayName.trim() || null,
    images: toLinks(item.images.find(isHere)?.images ?? []),
    bulletPoints: textsOf(item.attributes, 'bullet_point', marketplaceId),
    dimensions: toDimensions(sizes?.item) ?? toDimensions(sizes?.package),
    weight: toWeight(sizes?.item?.weight) ?? toWeight(sizes?.package?.weight),
  }
}

/** The main picture and what is shown beside it, each in its largest size; a swatch is no picture of the product. */
function toLinks(images: readonly Image[]): string[] {
  const pictures = images.filter(({ variant }) => variant === 'MAIN' || /^PT\d+$/.test(variant))
  const byVariant = Object.groupBy(pictures, ({ variant }) => variant)
  return Object.keys(byVariant)
    .sort((one, other) => Number(other === 'MAIN') - Number(one === 'MAIN') || one.localeCompare(other))
    .flatMap((variant) => byVariant[variant]?.toSorted((one, other) => other.width - one.width)[0]?.link ?? [])
}

/** All three sides in one unit, or nothing. */
function toDimensions(sizes: Sizes | null | undefined): Dimensions | null {
  const [length, width, height] = [sizes?.length, sizes?.width, sizes?.height].map((side) =>
    toMeasure(side, readLength),
  )
  if (!length || width?.unit !== length.unit || height?.unit !== length.unit) return null
  const sides = { length: length.value, width: width.value, height: height.value, unit: length.unit }
  return Dimensions.safeParse(sides).data ?? null
}

function toWeight(side: Side | undefined): CatalogFacts['weight'] {
  const weight = toMeasure(side, readWeight)
  if (!weight || weight.value <= 0 || weight.value > heaviest) return null
  return { value: String(weight.value), unit: weight.unit }
}

const toMeasure = <Found>(side: Side | undefined, read: (value: number, unit: string) => Found | null) =>
  side?.value && side.unit ? read(side.value, side.unit) : null
