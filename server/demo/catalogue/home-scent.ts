import { categoryOf } from './product.ts'

const scentBrand = 'Salt Rock Apothecary'

export const homeScent = categoryOf('Candles & Home Scent', [
  {
    title: 'Cedar & Smoke Candle',
    code: 'CCS',
    brand: scentBrand,
    description: 'Western red cedar, birch tar and a little vetiver in coconut wax. Burns clean to the last hour.',
    price: 34,
    weight: 1.3,
    variants: [
      { code: '08', name: '8 oz' },
      { code: '14', name: '14 oz', price: 48 },
    ],
  },
  {
    title: 'Marine Layer Candle',
    code: 'CML',
    brand: scentBrand,
    description: 'Sea salt, driftwood and cold sage, for the days when the fog never lifts.',
    price: 34,
    weight: 1.3,
    keeper: 'merchant',
    variants: [
      { code: '08', name: '8 oz' },
      { code: '14', name: '14 oz', price: 48 },
    ],
  },
  {
    title: 'Low Tide Candle',
    code: 'CLT',
    brand: scentBrand,
    description: 'Kelp, amber and black pepper. More appealing than it sounds, and our most reordered scent.',
    price: 34,
    weight: 1.3,
    variants: [
      { code: '08', name: '8 oz' },
      { code: '14', name: '14 oz', price: 48 },
    ],
  },
  {
    title: 'Forest Floor Incense',
    code: 'INC',
    brand: scentBrand,
    description: 'Forty sticks of hand-rolled moss, fir resin and clove, with a small stoneware holder.',
    price: 22,
    weight: 0.4,
    addedDaysAgo: 52,
    keeper: 'merchant',
  },
  {
    title: 'Fir Needle Reed Diffuser',
    code: 'DIF',
    brand: scentBrand,
    description: 'Steam-distilled fir in a refillable glass bottle; eight reeds, about four months.',
    price: 46,
    weight: 1.1,
    isHazmat: true,
    variants: [
      { code: 'SET', name: 'Set' },
      { code: 'REF', name: 'Refill', price: 28 },
    ],
  },
  {
    title: 'Long Hearth Matches',
    code: 'MAT',
    brand: scentBrand,
    description: 'Sixty eleven-inch matches in a glass cloche with a striker on its base.',
    price: 26,
    weight: 0.9,
    keeper: 'merchant-only',
    isHazmat: true,
  },
  {
    title: 'Balsam Drawer Sachets, Set of Three',
    code: 'SAC',
    brand: scentBrand,
    description: 'Cotton sachets filled with balsam tips that keep wool fresh and moths away.',
    price: 20,
    weight: 0.35,
    variants: [
      { code: 'PLD', name: 'Plaid' },
      { code: 'NAT', name: 'Natural' },
    ],
  },
])
