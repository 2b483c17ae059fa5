import { categoryOf } from './product.ts'

const campKitchenBrand = 'Tidewater Camp'

export const campKitchen = categoryOf('Camp Kitchen', [
  {
    title: 'Enamel Camp Mug',
    code: 'MUG',
    brand: campKitchenBrand,
    description:
      'A 14 oz mug of triple-fired enamel on steel. It goes from coals to dishwasher and chips into character.',
    price: 18,
    weight: 0.55,
    variants: [
      { code: 'SPR', name: 'Spruce' },
      { code: 'FOG', name: 'Fog' },
      { code: 'RST', name: 'Rust' },
      { code: 'INK', name: 'Ink Blue' },
    ],
  },
  {
    title: 'Driftwood Camp Kettle',
    code: 'KET',
    brand: campKitchenBrand,
    description: 'Two quarts of stainless steel with a folding bail handle and a spout that pours without dribbling.',
    price: 64,
    weight: 2.1,
  },
  {
    title: 'Cast Iron Skillet',
    code: 'SKI',
    brand: campKitchenBrand,
    description: 'Poured in Oregon, machined smooth and seasoned with flaxseed oil. Ready for the first trout.',
    price: 78,
    weight: 5.4,
    variants: [
      { code: '08', name: '8 inch', price: 58 },
      { code: '10', name: '10 inch' },
      { code: '12', name: '12 inch', price: 98 },
    ],
  },
  {
    title: 'Enamel Plate, Set of Four',
    code: 'PLT',
    brand: campKitchenBrand,
    description: 'Deep-rimmed plates that hold a stew as well as a steak. Four to a cotton sack.',
    price: 46,
    weight: 3.2,
    variants: [
      { code: 'CRM', name: 'Cream' },
      { code: 'SPR', name: 'Spruce' },
    ],
  },
  {
    title: 'Waxed Canvas Cutlery Roll',
    code: 'CUT',
    brand: campKitchenBrand,
    description: 'Service for four in brushed steel, rolled in waxed canvas with a leather tie.',
    price: 52,
    weight: 1.4,
  },
  {
    title: 'Collapsible Pour-Over',
    code: 'POR',
    brand: campKitchenBrand,
    description: 'A silicone dripper that packs flat into its own mug and makes a proper cup at any elevation.',
    price: 28,
    weight: 0.3,
    variants: [
      { code: 'CHR', name: 'Charcoal' },
      { code: 'MOS', name: 'Moss' },
    ],
  },
  {
    title: 'Maple Trail Cutting Board',
    code: 'BRD',
    brand: 'Alder & Ash',
    description: 'Quarter-sawn bigleaf maple, thin enough for a pack lid, oiled by hand in our Ballard shop.',
    price: 34,
    weight: 1.1,
    keeper: 'merchant',
  },
  {
    title: 'Camp Spice Tin',
    code: 'SPC',
    brand: campKitchenBrand,
    description:
      'Seven screw-top tins in a roll: smoked salt, pepper, chili, garlic, dill, cinnamon and one left for you.',
    price: 32,
    weight: 0.7,
  },
])
