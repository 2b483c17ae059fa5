/**
 * Who stocks the units: Amazon; the company, which also sells them on Amazon; or the company, with no listing on
 * Amazon.
 */
type Keeper = 'amazon' | 'merchant' | 'merchant-only'

export type DemoSku = { sku: string; option: string | null; price: number; isRetired: boolean }

export type DemoProduct = {
  title: string
  brand: string
  category: string
  description: string
  keeper: Keeper
  /** In pounds, packed. */
  weight: number
  isHazmat: boolean
  isRetired: boolean
  /** Null for products that have been in the range from the start. */
  addedDaysAgo: number | null
  skus: DemoSku[]
}

type Variant = { code: string; name: string; price?: number; isRetired?: true }

type ProductDraft = {
  title: string
  code: string
  brand: string
  description: string
  price: number
  weight: number
  keeper?: Keeper
  isHazmat?: true
  isRetired?: true
  addedDaysAgo?: number
  variants?: Variant[]
}

/** Builds the products of one category. A product without variants has one SKU with the product's title. */
export const categoryOf = (category: string, drafts: ProductDraft[]): DemoProduct[] =>
  drafts.map(({ code, price, variants, ...draft }) => ({
    keeper: 'amazon',
    isHazmat: false,
    isRetired: false,
    addedDaysAgo: null,
    ...draft,
    category,
    skus: variants
      ? variants.map((variant) => variantOf(code, price, variant))
      : [{ sku: `HP-${code}`, option: null, price, isRetired: false }],
  }))

const variantOf = (code: string, price: number, variant: Variant): DemoSku => ({
  sku: `HP-${code}-${variant.code}`,
  option: variant.name,
  price: variant.price ?? price,
  isRetired: variant.isRetired ?? false,
})
