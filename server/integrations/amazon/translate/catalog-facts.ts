import { normalizeBarcode } from '#contract/barcode.ts'
import { Dimensions } from '#contract/products.ts'
import type { DimensionUnit, WeightUnit } from '#contract/units.ts'
import type { CatalogFacts } from '#server/ports/listings.ts'
import type { AnswerOf } from '../operation.ts'
import type { getCatalogItem } from '../operations/catalog.ts'
import { matchSpelling } from './amazon-values.ts'
import { textsOf } from './attribute-instances.ts'

type CatalogItem = AnswerOf<typeof getCatalogItem>

type Sizes = NonNullable<CatalogItem['dimensions'][number]['item']>

type Side = Sizes['length']

type Image = CatalogItem['images'][number]['images'][number]

/** The largest weight that a product can have in Lockstep. */
const heaviest = 99_999.999

export function toCatalogFacts(item: CatalogItem, marketplaceId: string): CatalogFacts {
  const isHere = (one: { marketplaceId: string }) => one.marketplaceId === marketplaceId
  const summary = item.summaries.find(isHere)
  const sizes = item.dimensions.find(isHere)
  return {
    asin: item.asin,
    barcode: toBarcode(item.identifiers.find(isHere)?.identifiers ?? []),
    title: summary?.itemName?.trim() || null,
    brand: summary?.brand?.trim() || null,
    category: summary?.browseClassification?.displayName.trim() || null,
    images: toLinks(item.images.find(isHere)?.images ?? []),
    bulletPoints: textsOf(item.attributes, 'bullet_point', marketplaceId),
    dimensions: toDimensions(sizes?.item) ?? toDimensions(sizes?.package),
    weight: toWeight(sizes?.item?.weight) ?? toWeight(sizes?.package?.weight),
  }
}

type Identifier = CatalogItem['identifiers'][number]['identifiers'][number]

/** Null for an item with several numbers: which of them is on the seller's own units is not known. */
function toBarcode(identifiers: readonly Identifier[]): string | null {
  const numbers = new Map(identifiers.map(({ identifier }) => [normalizeBarcode(identifier), identifier]))
  numbers.delete(null)
  return numbers.size === 1 ? ([...numbers.values()][0] ?? null) : null
}

/** The main picture and the others, each in its largest size, without swatches. */
function toLinks(images: readonly Image[]): string[] {
  const pictures = images.filter(({ variant }) => variant === 'MAIN' || /^PT\d+$/.test(variant))
  const byVariant = Object.groupBy(pictures, ({ variant }) => variant)
  return Object.keys(byVariant)
    .sort((one, other) => Number(other === 'MAIN') - Number(one === 'MAIN') || one.localeCompare(other))
    .flatMap((variant) => byVariant[variant]?.toSorted((one, other) => other.width - one.width)[0]?.link ?? [])
}

/** Null unless all three sides have one unit. */
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

export type Measure<Unit> = { value: number; unit: Unit }

/** Factor from one of Amazon's units to one of ours. */
type Conversion<Unit> = readonly [unit: Unit, factor: number]

const weights = {
  pounds: ['pounds', 1],
  LB: ['pounds', 1],
  hundredths_pounds: ['pounds', 0.01],
  tons: ['pounds', 2000],
  ounces: ['ounces', 1],
  OZ: ['ounces', 1],
  kilograms: ['kilograms', 1],
  KG: ['kilograms', 1],
  grams: ['grams', 1],
  G: ['grams', 1],
  milligrams: ['grams', 0.001],
} as const satisfies Record<string, Conversion<WeightUnit>>

const lengths = {
  inches: ['inches', 1],
  hundredths_inches: ['inches', 0.01],
  feet: ['inches', 12],
  yards: ['inches', 36],
  centimeters: ['centimeters', 1],
  millimeters: ['centimeters', 0.1],
  decimeters: ['centimeters', 10],
  meters: ['centimeters', 100],
} as const satisfies Record<string, Conversion<DimensionUnit>>

/** Null for an unknown unit. */
export const readWeight = (value: number | string, unit: string) => convert<WeightUnit>(weights, Number(value), unit)

/** Null for an unknown unit. */
export const readLength = (value: number | string, unit: string) => convert<DimensionUnit>(lengths, Number(value), unit)

function convert<Unit>(table: Record<string, Conversion<Unit>>, value: number, spelled: string): Measure<Unit> | null {
  const found = table[matchSpelling(Object.keys(table), spelled) ?? '']
  if (!found || !Number.isFinite(value)) return null
  const [unit, factor] = found
  return { value: Math.round(value * factor * 1000) / 1000, unit }
}
