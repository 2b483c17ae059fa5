/** Who keeps the units: Amazon; the company, which sells them on Amazon too; or the company, with no offer on Amazon. */
type Keeper = 'amazon' | 'merchant' | 'merchant-only'

export type DemoSku = { sku: string; option: string | null; price: number; isRetired: boolean }

export type DemoProduct = {
  title: string
  brand: string
  category: string
  description: string
  keeper: Keeper
  /** Pounds, packed. */
  weight: number
  isHazmat: boolean
  isRetired: boolean
  /** For what came into the range lately; the rest has been there from the beginning. */
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

/** The products of one category; a product without variants is one SKU that goes by the product's own title. */
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
