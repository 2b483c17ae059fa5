import { categoryOf } from './product.ts'

const blanketBrand = 'Cascadia Woolworks'

export const blankets = categoryOf('Blankets & Throws', [
  {
    title: 'Skagit Wool Throw',
    code: 'THR',
    brand: blanketBrand,
    description: 'Woven from new wool on hundred-year-old looms, fringed by hand. 50 by 70 inches of quiet evening.',
    price: 148,
    weight: 2.9,
    variants: [
      { code: 'SPR', name: 'Spruce Plaid' },
      { code: 'OAT', name: 'Oatmeal' },
      { code: 'TID', name: 'Tidal Stripe' },
      { code: 'EMB', name: 'Ember' },
    ],
  },
  {
    title: 'Campfire Blanket',
    code: 'CFB',
    brand: blanketBrand,
    description: 'Recycled wool that shrugs off sparks and spilled cocoa, with a canvas strap to carry it.',
    price: 96,
    weight: 3.6,
    variants: [
      { code: 'CHR', name: 'Charcoal' },
      { code: 'RST', name: 'Rust' },
      { code: 'NVY', name: 'Navy' },
    ],
  },
  {
    title: 'Little Otter Baby Blanket',
    code: 'OTR',
    brand: blanketBrand,
    description: 'Merino and organic cotton in a soft waffle weave, washable as often as it needs to be.',
    price: 68,
    weight: 0.9,
    keeper: 'merchant',
    variants: [
      { code: 'FOG', name: 'Fog' },
      { code: 'HNY', name: 'Honey' },
    ],
  },
  {
    title: 'Lakeside Picnic Blanket',
    code: 'PIC',
    brand: 'Tidewater Camp',
    description: 'Brushed cotton above, waterproof below, rolled into a bag with a shoulder strap.',
    price: 74,
    weight: 2.7,
    variants: [
      { code: 'GRN', name: 'Meadow Check' },
      { code: 'BLU', name: 'Lake Check' },
    ],
  },
  {
    title: 'Snoqualmie Bed Blanket',
    code: 'BED',
    brand: blanketBrand,
    description: 'A heavy twill blanket for the cold half of the year, whip-stitched at the edge so that it lasts.',
    price: 249,
    weight: 6.8,
    variants: [
      { code: 'TWN', name: 'Twin', price: 199 },
      { code: 'QUN', name: 'Queen' },
      { code: 'KNG', name: 'King', price: 289 },
    ],
  },
  {
    title: 'Washed Linen Throw',
    code: 'LIN',
    brand: 'Harbor & Pine',
    description: 'European flax, stone-washed and light: the throw that stays on the sofa all summer.',
    price: 112,
    weight: 1.6,
    variants: [
      { code: 'SND', name: 'Sand' },
      { code: 'KLP', name: 'Kelp', isRetired: true },
    ],
  },
  {
    title: 'Handwoven Lumbar Pillow',
    code: 'PIL',
    brand: blanketBrand,
    description: 'A wool face, a linen back and a feather insert, 14 by 24 inches.',
    price: 84,
    weight: 1.9,
    keeper: 'merchant',
    variants: [
      { code: 'TID', name: 'Tidal Stripe' },
      { code: 'EMB', name: 'Ember' },
    ],
  },
])
