import { expect, it } from 'vitest'
import { getCatalogItem } from '../operations/catalog.ts'
import { toCatalogFacts } from './catalog-facts.ts'

const marketplaceId = 'ATVPDKIKX0DER'
const read = (item: object) => toCatalogFacts(getCatalogItem.wire.parse({ asin: 'B0LAMP0001', ...item }), marketplaceId)
const image = (variant: string, width: number) => ({
  variant,
  width,
  height: width,
  link: `https://images.example/${variant}-${width}.jpg`,
})
const inches = (value: number) => ({ value, unit: 'inches' })

it('facts are read from a catalogue item', () => {
  const browseClassification = { displayName: 'Desk Lamps', classificationId: '77' }
  expect(
    read({
      summaries: [{ marketplaceId, itemName: 'Desk lamp ', brand: 'Halden', browseClassification }],
      identifiers: [{ marketplaceId, identifiers: [{ identifierType: 'EAN', identifier: '4006381333931' }] }],
      attributes: { bullet_point: [{ value: 'Bright', language_tag: 'en_US', marketplace_id: marketplaceId }] },
      dimensions: [
        {
          marketplaceId,
          item: { length: inches(9.5), width: inches(4), height: inches(12), weight: { value: 1.25, unit: 'pounds' } },
        },
      ],
    }),
  ).toEqual({
    asin: 'B0LAMP0001',
    barcode: '4006381333931',
    title: 'Desk lamp',
    brand: 'Halden',
    category: 'Desk Lamps',
    images: [],
    bulletPoints: ['Bright'],
    dimensions: { length: 9.5, width: 4, height: 12, unit: 'inches' },
    weight: { value: '1.25', unit: 'pounds' },
  })
})

it('each picture is taken once in full size, the main one first, without swatches', () => {
  const images = [image('PT02', 500), image('PT01', 75), image('SWCH', 30), image('PT01', 1500), image('MAIN', 500)]
  expect(read({ images: [{ marketplaceId, images }] }).images).toEqual([
    'https://images.example/MAIN-500.jpg',
    'https://images.example/PT01-1500.jpg',
    'https://images.example/PT02-500.jpg',
  ])
})

it('the parcel’s measures replace missing ones of the item, and incomplete ones are left out', () => {
  const parcel = { length: inches(10), width: inches(5), height: inches(2), weight: { value: 300, unit: 'grams' } }
  const item = { length: inches(9), width: inches(0), height: { value: 2, unit: 'parsecs' } }
  expect(read({ dimensions: [{ marketplaceId, item, package: parcel }] })).toMatchObject({
    dimensions: { length: 10, width: 5, height: 2, unit: 'inches' },
    weight: { value: '300', unit: 'grams' },
  })
  const mixed = { ...parcel, height: { value: 2, unit: 'centimeters' }, weight: null }
  expect(read({ dimensions: [{ marketplaceId, item, package: mixed }] })).toMatchObject({
    dimensions: null,
    weight: null,
  })
})

it('impossible measures are left out', () => {
  const item = { length: inches(-1), width: inches(5), height: inches(2), weight: { value: 1e9, unit: 'grams' } }
  expect(read({ dimensions: [{ marketplaceId, item }] })).toMatchObject({ dimensions: null, weight: null })
})

it('an item without a page in the marketplace has no facts', () => {
  expect(read({ summaries: [{ marketplaceId: 'A2EUQ1WTGCTBG2', itemName: 'Lamp' }] })).toEqual({
    asin: 'B0LAMP0001',
    barcode: null,
    title: null,
    brand: null,
    category: null,
    images: [],
    bulletPoints: [],
    dimensions: null,
    weight: null,
  })
})

it.each([
  ['one number in two lengths', ['036000291452', '0036000291452'], '0036000291452'],
  ['several numbers', ['036000291452', '4006381333931'], null],
  ['a number beside what is none', ['B0LAMP0001', '4006381333931'], '4006381333931'],
])('the barcode is read from %s', (_, numbers, barcode) => {
  const identifiers = numbers.map((identifier) => ({ identifierType: 'GTIN', identifier }))
  expect(read({ identifiers: [{ marketplaceId, identifiers }] })).toMatchObject({ barcode })
})
