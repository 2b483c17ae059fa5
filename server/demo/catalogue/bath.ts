import { categoryOf } from './product.ts'

const bathBrand = 'Salt Rock Apothecary'

export const bath = categoryOf('Bath & Body', [
  {
    title: 'Cold Process Soap',
    code: 'SOP',
    brand: bathBrand,
    description: 'Olive, coconut and shea, cured for six weeks. A five-ounce bar that outlasts its neighbors.',
    price: 11,
    weight: 0.36,
    variants: [
      { code: 'CDR', name: 'Cedar' },
      { code: 'SLT', name: 'Sea Salt' },
      { code: 'OAT', name: 'Oat & Honey' },
      { code: 'MNT', name: 'Wild Mint' },
      { code: 'CHR', name: 'Charcoal' },
    ],
  },
  {
    title: 'Beeswax Hand Balm',
    code: 'BLM',
    brand: bathBrand,
    description: 'Beeswax from the Methow Valley, calendula and almond oil, for hands that work outside.',
    price: 18,
    weight: 0.25,
    variants: [
      { code: 'FIR', name: 'Fir' },
      { code: 'UNS', name: 'Unscented' },
    ],
  },
  {
    title: 'Kelp Hand Wash',
    code: 'HWS',
    brand: bathBrand,
    description: 'A gentle gel with bull kelp and rosemary in an amber glass pump. Refills come in a pouch.',
    price: 24,
    weight: 1.4,
    variants: [
      { code: 'BTL', name: 'Bottle' },
      { code: 'REF', name: 'Refill Pouch', price: 32 },
    ],
  },
  {
    title: 'Hot Springs Bath Salts',
    code: 'SLT',
    brand: bathBrand,
    description: 'Epsom and sea salt with juniper and arnica. One jar is about eight long soaks.',
    price: 28,
    weight: 1.8,
  },
  {
    title: 'Waffle Linen Towel',
    code: 'TWL',
    brand: 'Harbor & Pine',
    description: 'Linen and cotton waffle that dries fast in a damp climate.',
    price: 48,
    weight: 1.1,
    variants: [
      { code: 'HND', name: 'Hand', price: 28 },
      { code: 'BTH', name: 'Bath' },
      { code: 'SHT', name: 'Bath Sheet', price: 68 },
    ],
  },
  {
    title: 'Beech Body Brush',
    code: 'BRS',
    brand: 'Alder & Ash',
    description: 'Oiled beech with natural tampico bristles and a strap of vegetable-tanned leather.',
    price: 30,
    weight: 0.5,
  },
  {
    title: 'Winter Cabin Gift Box',
    code: 'GFT',
    brand: 'Harbor & Pine',
    description: 'An 8 oz candle, two soaps, a hand balm and a box of long matches, packed in split cedar.',
    price: 96,
    weight: 3.9,
    addedDaysAgo: 1,
    keeper: 'merchant-only',
  },
])
