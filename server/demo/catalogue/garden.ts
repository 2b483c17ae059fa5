import { categoryOf } from './product.ts'

const gardenBrand = 'Alder & Ash'

export const garden = categoryOf('Garden & Porch', [
  {
    title: 'Cedar Planter Box',
    code: 'PLA',
    brand: gardenBrand,
    description:
      'Tongue-and-groove cedar on short legs, lined and drained, shipped flat with two tools’ worth of work.',
    price: 118,
    weight: 14.5,
    keeper: 'merchant-only',
    variants: [
      { code: '18', name: '18 inch', price: 88 },
      { code: '24', name: '24 inch' },
      { code: '36', name: '36 inch', price: 158 },
    ],
  },
  {
    title: 'Forged Hand Trowel',
    code: 'TRW',
    brand: gardenBrand,
    description: 'A carbon steel blade and an ash handle, balanced for clay soil and long afternoons.',
    price: 38,
    weight: 0.8,
    keeper: 'merchant',
  },
  {
    title: 'Chickadee Nest House',
    code: 'NST',
    brand: gardenBrand,
    description: 'Rough-sawn cedar with the entrance cut to keep sparrows out and a side that opens for cleaning.',
    price: 44,
    weight: 2.6,
    keeper: 'merchant',
  },
  {
    title: 'Copper Roof Bird Feeder',
    code: 'FED',
    brand: gardenBrand,
    description: 'Holds three pounds of seed under a copper roof that weathers with the seasons.',
    price: 68,
    weight: 3.3,
    keeper: 'merchant-only',
  },
  {
    title: 'Coir Door Mat',
    code: 'DMT',
    brand: 'Harbor & Pine',
    description: 'Thick coconut fiber for muddy boots, 18 by 30 inches, vinyl-backed so that it stays put.',
    price: 42,
    weight: 4.8,
    keeper: 'merchant',
    variants: [
      { code: 'TRE', name: 'Pine Tree' },
      { code: 'PLN', name: 'Plain' },
    ],
  },
  {
    title: 'Porch Storm Lantern',
    code: 'LNT',
    brand: 'Harbor & Pine',
    description: 'Galvanized steel and thick glass for a pillar candle, with a bail to hang it from the eaves.',
    price: 76,
    weight: 4.1,
    keeper: 'merchant',
    variants: [
      { code: 'SML', name: 'Small', price: 58 },
      { code: 'LRG', name: 'Large' },
    ],
  },
  {
    title: 'Long-Spout Watering Can',
    code: 'WCN',
    brand: gardenBrand,
    description: 'Powder-coated steel with a brass rose that rains instead of pours. Two gallons.',
    price: 64,
    weight: 3.2,
    keeper: 'merchant',
    variants: [
      { code: 'SAG', name: 'Sage' },
      { code: 'SLT', name: 'Slate', isRetired: true },
    ],
  },
  {
    title: 'Mud Season Boot Tray',
    code: 'BTR',
    brand: gardenBrand,
    description: 'Hammered steel with river stones to stand wet boots on. Holds three pairs.',
    price: 56,
    weight: 6.4,
    keeper: 'merchant-only',
    isRetired: true,
  },
])
