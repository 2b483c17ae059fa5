import { categoryOf } from './product.ts'

const bagBrand = 'Tidewater Camp'

export const bags = categoryOf('Bags & Packs', [
  {
    title: 'Market Day Tote',
    code: 'TOT',
    brand: 'Harbor & Pine',
    description: 'Eighteen-ounce canvas with bridle leather handles and a pocket for the list.',
    price: 58,
    weight: 1.2,
    variants: [
      { code: 'NAT', name: 'Natural' },
      { code: 'NVY', name: 'Navy' },
      { code: 'OLV', name: 'Olive' },
    ],
  },
  {
    title: 'Switchback Daypack',
    code: 'DAY',
    brand: bagBrand,
    description: 'Twenty liters of waxed canvas with a padded sleeve, side pockets and straps that stay put.',
    price: 138,
    weight: 2.4,
    variants: [
      { code: 'SPR', name: 'Spruce' },
      { code: 'TAN', name: 'Tan' },
      { code: 'BLK', name: 'Black' },
    ],
  },
  {
    title: 'Ferry Weekend Duffel',
    code: 'DUF',
    brand: bagBrand,
    description: 'Forty-two liters, a wide mouth and a shoe pocket: two nights on the islands in one bag.',
    price: 178,
    weight: 3.5,
    variants: [
      { code: 'OLV', name: 'Olive' },
      { code: 'NVY', name: 'Navy' },
    ],
  },
  {
    title: 'Rain Line Roll-Top Pack',
    code: 'RLT',
    brand: bagBrand,
    description: 'Welded seams and a roll closure for the bicycle commute in November.',
    price: 158,
    weight: 2.8,
    addedDaysAgo: 38,
    variants: [
      { code: 'BLK', name: 'Black' },
      { code: 'YLW', name: 'Signal Yellow' },
    ],
  },
  {
    title: 'Waxed Dopp Kit',
    code: 'DOP',
    brand: bagBrand,
    description: 'A lined kit with a flat base and a leather pull, sized for carry-on rules.',
    price: 62,
    weight: 0.7,
    variants: [
      { code: 'TAN', name: 'Tan' },
      { code: 'SPR', name: 'Spruce' },
    ],
  },
  {
    title: 'Workshop Tool Roll',
    code: 'TLR',
    brand: 'Alder & Ash',
    description: 'Twelve pockets in waxed duck canvas, bound in leather, for chisels or paint brushes.',
    price: 72,
    weight: 1.3,
  },
  {
    title: 'Good Dog Saddle Pack',
    code: 'DOG',
    brand: bagBrand,
    description: 'Two balanced pockets and a padded harness, so that everybody carries their own dinner.',
    price: 82,
    weight: 1.1,
    keeper: 'merchant',
    variants: [
      { code: 'SML', name: 'Small', price: 74 },
      { code: 'MED', name: 'Medium' },
      { code: 'LRG', name: 'Large', price: 90 },
    ],
  },
])
