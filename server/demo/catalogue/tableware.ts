import { categoryOf } from './product.ts'

const tablewareBrand = 'Harbor & Pine'

export const tableware = categoryOf('Tableware', [
  {
    title: 'Ballast Stoneware Mug',
    code: 'STM',
    brand: tablewareBrand,
    description: 'Thrown in small batches with a reactive glaze, so no two shorelines are alike. 12 oz.',
    price: 32,
    weight: 0.95,
    variants: [
      { code: 'SHL', name: 'Shell' },
      { code: 'SLT', name: 'Slate' },
      { code: 'KLP', name: 'Kelp' },
    ],
  },
  {
    title: 'Ballast Dinner Plates, Set of Four',
    code: 'DIN',
    brand: tablewareBrand,
    description: 'Eleven-inch plates with a raised rim, glazed to match the Ballast mugs. Oven and dishwasher safe.',
    price: 128,
    weight: 8.9,
    keeper: 'merchant',
    variants: [
      { code: 'SHL', name: 'Shell' },
      { code: 'SLT', name: 'Slate' },
    ],
  },
  {
    title: 'Orcas Serving Bowl',
    code: 'BWL',
    brand: tablewareBrand,
    description: 'A generous bowl for salad, chowder or the whole catch of clams.',
    price: 88,
    weight: 4.6,
    keeper: 'merchant',
    variants: [
      { code: 'MED', name: 'Medium', price: 72 },
      { code: 'LRG', name: 'Large' },
    ],
  },
  {
    title: 'Recycled Glass Carafe',
    code: 'CRF',
    brand: tablewareBrand,
    description: 'Mouth-blown from recycled glass, with a lid of turned alder that doubles as a cup.',
    price: 54,
    weight: 2.2,
  },
  {
    title: 'Recycled Glass Tumblers, Set of Four',
    code: 'TMB',
    brand: tablewareBrand,
    description: 'Sea-green glass with small bubbles that prove how it was made. 10 oz each.',
    price: 48,
    weight: 3.4,
  },
  {
    title: 'Stonewashed Linen Napkins, Set of Four',
    code: 'NAP',
    brand: tablewareBrand,
    description: 'Mitered corners, a soft hand and colors that get better with every wash.',
    price: 44,
    weight: 0.6,
    variants: [
      { code: 'SND', name: 'Sand' },
      { code: 'SPR', name: 'Spruce' },
      { code: 'RST', name: 'Rust' },
    ],
  },
  {
    title: 'Cedar Grilling Planks, Pack of Six',
    code: 'PLK',
    brand: 'Alder & Ash',
    description: 'Western red cedar, kiln-dried and untreated, for salmon the way it is done here.',
    price: 24,
    weight: 2.8,
    keeper: 'merchant',
  },
  {
    title: 'Stoneware Butter Keeper',
    code: 'BUT',
    brand: tablewareBrand,
    description: 'Keeps a stick of butter soft and fresh on the counter under a seal of cool water.',
    price: 36,
    weight: 1.5,
    keeper: 'merchant-only',
    isRetired: true,
  },
])
