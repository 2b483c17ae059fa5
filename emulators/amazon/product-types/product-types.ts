import type { Requirements } from '../listings/submission.ts'

export type ProductType = {
  name: string
  displayName: string
  /** Search words. */
  keywords: string[]
  classification: { displayName: string; classificationId: string }
  /** Required attributes beyond those of every product. */
  ownFacts: string[]
}

/** A few of Amazon's product types; PRODUCT is the fallback. */
export const productTypes: readonly ProductType[] = [
  {
    name: 'PRODUCT',
    displayName: 'Product',
    keywords: ['product', 'item'],
    classification: { displayName: 'Everything Else', classificationId: '10272111' },
    ownFacts: [],
  },
  {
    name: 'SHIRT',
    displayName: 'Shirt',
    keywords: ['shirt', 'tee', 't-shirt', 'blouse', 'top'],
    classification: { displayName: 'Shirts', classificationId: '2476517011' },
    ownFacts: ['color', 'size', 'department'],
  },
  {
    name: 'LUGGAGE',
    displayName: 'Luggage',
    keywords: ['luggage', 'suitcase', 'carry-on', 'bag'],
    classification: { displayName: 'Luggage', classificationId: '15743161' },
    ownFacts: ['color', 'number_of_items'],
  },
  {
    name: 'DRINKING_CUP',
    displayName: 'Drinking Cup',
    keywords: ['cup', 'mug', 'tumbler', 'bottle'],
    classification: { displayName: 'Cups & Mugs', classificationId: '367131011' },
    ownFacts: ['capacity', 'material'],
  },
  {
    name: 'HEADPHONES',
    displayName: 'Headphones',
    keywords: ['headphones', 'earbuds', 'headset'],
    classification: { displayName: 'Headphones', classificationId: '172541' },
    ownFacts: ['batteries_required', 'supplier_declared_dg_hz_regulation'],
  },
  {
    name: 'NUTRITIONAL_SUPPLEMENT',
    displayName: 'Nutritional Supplement',
    keywords: ['vitamin', 'supplement', 'protein', 'capsules'],
    classification: { displayName: 'Vitamins & Supplements', classificationId: '3764441' },
    ownFacts: ['unit_count', 'country_of_origin'],
  },
]

export const findProductType = (name: string) => productTypes.find((type) => type.name === name)

const commonFacts = ['item_name', 'brand', 'product_description', 'bullet_point']
const salesTerms = ['condition_type']

export function requiredAttributes({ ownFacts }: ProductType, requirements: Requirements): string[] {
  switch (requirements) {
    case 'LISTING':
      return [...commonFacts, ...ownFacts, ...salesTerms]
    case 'LISTING_PRODUCT_ONLY':
      return [...commonFacts, ...ownFacts]
    case 'LISTING_OFFER_ONLY':
      return [...salesTerms, 'merchant_suggested_asin']
  }
}
