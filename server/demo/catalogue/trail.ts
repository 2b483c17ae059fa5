import { categoryOf } from './product.ts'

const trailBrand = 'Tidewater Camp'

export const trail = categoryOf('Trail & Camp', [
  {
    title: 'Fisherman Beanie',
    code: 'BNE',
    brand: 'Cascadia Woolworks',
    description: 'Ribbed merino, knit short the way deckhands wear it. One size, plenty of stretch.',
    price: 36,
    weight: 0.2,
    variants: [
      { code: 'CHR', name: 'Charcoal' },
      { code: 'RST', name: 'Rust' },
      { code: 'OAT', name: 'Oatmeal' },
      { code: 'NVY', name: 'Navy' },
    ],
  },
  {
    title: 'Base Camp Wool Socks',
    code: 'SCK',
    brand: 'Cascadia Woolworks',
    description: 'Cushioned at heel and toe, seamless across the top, guaranteed for three winters.',
    price: 24,
    weight: 0.25,
    variants: [
      { code: 'S', name: 'Small' },
      { code: 'M', name: 'Medium' },
      { code: 'L', name: 'Large' },
    ],
  },
  {
    title: 'Two Trees Hammock',
    code: 'HAM',
    brand: trailBrand,
    description: 'Ripstop nylon with whoopie slings and tree-friendly straps; packs to the size of a grapefruit.',
    price: 84,
    weight: 1.6,
    variants: [
      { code: 'SNG', name: 'Single' },
      { code: 'DBL', name: 'Double', price: 104 },
    ],
  },
  {
    title: 'Beacon Rechargeable Lantern',
    code: 'BCN',
    brand: trailBrand,
    description: 'Four hundred warm lumens, forty hours on low, and a port that charges a phone in a pinch.',
    price: 68,
    weight: 1.1,
    isHazmat: true,
    addedDaysAgo: 24,
  },
  {
    title: 'Three-Leg Camp Stool',
    code: 'STL',
    brand: 'Alder & Ash',
    description: 'Turned ash legs and a saddle leather seat that takes the shape of its owner.',
    price: 98,
    weight: 3.1,
    keeper: 'merchant',
    variants: [
      { code: 'TAN', name: 'Tan' },
      { code: 'BLK', name: 'Black', isRetired: true },
    ],
  },
  {
    title: 'Paddler’s Dry Bag',
    code: 'DRY',
    brand: trailBrand,
    description: 'Welded, roll-top and bright enough to spot from shore.',
    price: 34,
    weight: 0.9,
    variants: [
      { code: '05', name: '5 Liter', price: 26 },
      { code: '10', name: '10 Liter' },
      { code: '20', name: '20 Liter', price: 44 },
    ],
  },
  {
    title: 'Waterproof Map Case',
    code: 'MAP',
    brand: trailBrand,
    description: 'A clear window on both sides, a lanyard and a pocket for a grease pencil.',
    price: 28,
    weight: 0.4,
    isRetired: true,
  },
  {
    title: 'Kindling Hatchet',
    code: 'HAT',
    brand: 'Alder & Ash',
    description: 'A one-pound forged head on a hickory handle, with a stitched leather sheath.',
    price: 88,
    weight: 2.2,
    keeper: 'merchant',
  },
])
