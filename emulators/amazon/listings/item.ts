/** One thing a seller offers, in few words: what a test or a demo says to have it in the catalogue and the listings. */
export type Item = {
  sku: string
  asin: string
  title: string
  /** PRODUCT when not said. */
  productType?: string
  brand?: string
  bullets?: string[]
  description?: string
  barcode?: { type: 'ean' | 'gtin' | 'isbn' | 'jan' | 'upc'; value: string }
  /** In the marketplace's own currency when that isn't said; no price means no offer. */
  price?: number
  currency?: string
  /** Links; the first is the main one, up to eight more follow. */
  images?: string[]
  dimensions?: { length: number; width: number; height: number; unit: 'inches' | 'centimeters' }
  weight?: { value: number; unit: 'pounds' | 'kilograms' }
  fulfilledBy: 'amazon' | 'merchant'
  /** Of the merchant's own stock; Amazon's is in the stock book. */
  quantity?: number
  /** Amazon lets nobody else sell it without asking first. */
  needsApproval?: boolean
}
