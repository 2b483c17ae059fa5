import { describe, expect, it } from 'vitest'
import {
  decideMatch,
  indexForMatching,
  type MatchInput,
  type OwnSku,
  type SoldItem,
  suggestSku,
} from './match-items.ts'

const item = (given: Partial<SoldItem> = {}): SoldItem => ({
  externalId: 'i-1',
  title: 'Oak desk lamp',
  variant: null,
  sku: null,
  barcode: null,
  skuId: null,
  isIgnored: false,
  ...given,
})

const own = (sku: string, given: Partial<OwnSku> = {}): OwnSku => ({
  id: `id of ${sku}`,
  sku,
  title: 'Oak desk lamp',
  barcode: null,
  isActive: true,
  ...given,
})

/** Two valid barcodes, as EAN-13 and as UPC. */
const [ean, upc] = ['4006381333931', '036000291452']

type Given = { item: Partial<SoldItem>; skus: OwnSku[]; others?: SoldItem[]; mapped?: MatchInput['mappedCodes'] }

function indexOf({ item: changes, skus, others = [], mapped = [] }: Given) {
  const sold = item(changes)
  return { sold, index: indexForMatching({ items: [sold, ...others], skus, mappedCodes: mapped }) }
}

const decide = (given: Given) => {
  const { sold, index } = indexOf(given)
  return decideMatch(index, sold)
}

describe('an item is matched without asking', () => {
  it.each<[string, Given, string, string]>([
    ['by its exact code', { item: { sku: 'LAMP-1' }, skus: [own('LAMP-1')] }, 'LAMP-1', 'sku'],
    ['by its exact code, whatever its title', { item: { sku: 'A', title: 'Lampe' }, skus: [own('A')] }, 'A', 'sku'],
    [
      'by its code in another case and with spaces',
      { item: { sku: ' lamp-1 ' }, skus: [own('LAMP-1')] },
      'LAMP-1',
      'sku',
    ],
    [
      'by its exact code beside one in another case',
      { item: { sku: 'a-1' }, skus: [own('A-1'), own('a-1')] },
      'a-1',
      'sku',
    ],
    ['by its code and barcode', { item: { sku: 'A', barcode: ean }, skus: [own('A', { barcode: ean })] }, 'A', 'sku'],
    [
      'by its code, with an unknown barcode',
      { item: { sku: 'A', barcode: ean }, skus: [own('A', { barcode: upc })] },
      'A',
      'sku',
    ],
    ['by its barcode', { item: { barcode: ean }, skus: [own('A', { barcode: ean })] }, 'A', 'barcode'],
    [
      'by its barcode in another length',
      { item: { barcode: upc }, skus: [own('A', { barcode: `0${upc}` })] },
      'A',
      'barcode',
    ],
    [
      'by a code that a person mapped on an order',
      { item: { sku: 'OLD-1' }, skus: [own('A')], mapped: [{ code: 'old-1', skuId: 'id of A' }] },
      'A',
      'person',
    ],
  ])('%s', (_, given, sku, by) => {
    expect(decide(given)).toEqual({ match: { skuId: `id of ${sku}`, by } })
  })
})

describe('an item is left to a person', () => {
  const twin = item({ externalId: 'i-2', sku: 'lamp-1', barcode: ean })
  it.each<[string, Given, string | null]>([
    ['when it is ignored', { item: { sku: 'A', isIgnored: true }, skus: [own('A')] }, null],
    ['when it is matched already', { item: { sku: 'A', skuId: 'id of B' }, skus: [own('A')] }, null],
    ['when nothing is like it', { item: { sku: 'B' }, skus: [own('A')] }, null],
    [
      'when the shop has its code twice',
      { item: { sku: 'LAMP-1' }, skus: [own('LAMP-1')], others: [twin] },
      '2 items in the shop have the code LAMP-1.',
    ],
    [
      'when its code could be several of ours',
      { item: { sku: 'TEE-l' }, skus: [own('TEE-L'), own('tee-l')] },
      'The code TEE-l could be TEE-L or tee-l.',
    ],
    ['when the SKU is inactive', { item: { sku: 'A' }, skus: [own('A', { isActive: false })] }, 'A is inactive.'],
    [
      'when its barcode is of another SKU',
      { item: { sku: 'A', barcode: ean }, skus: [own('A'), own('B', { barcode: ean })] },
      'The code is A, but the barcode belongs to B.',
    ],
    [
      'when its code differs in case and the titles differ',
      { item: { sku: 'lamp-1', title: 'Garden bench' }, skus: [own('LAMP-1')] },
      'The code is similar to LAMP-1, but the titles differ.',
    ],
    [
      'when a person mapped its code with another SKU',
      { item: { sku: 'A' }, skus: [own('A'), own('B')], mapped: [{ code: 'A', skuId: 'id of B' }] },
      'The code is A, but in an order it was matched with B.',
    ],
    [
      'when it has a code, whatever its barcode',
      { item: { sku: 'X', barcode: ean }, skus: [own('A', { barcode: ean })] },
      null,
    ],
    [
      'when its barcode has a wrong check digit',
      { item: { barcode: '4006381333932' }, skus: [own('A', { barcode: '4006381333932' })] },
      '4006381333932 is not a valid barcode.',
    ],
    [
      'when the shop has its barcode twice',
      { item: { barcode: ean }, skus: [own('A', { barcode: ean })], others: [twin] },
      `2 items in the shop have the barcode ${ean}.`,
    ],
    [
      'when several SKUs have its barcode',
      { item: { barcode: ean }, skus: [own('A', { barcode: ean }), own('B', { barcode: ean })] },
      `The barcode ${ean} could be A or B.`,
    ],
    [
      'when the SKU with its barcode is inactive',
      { item: { barcode: ean }, skus: [own('A', { barcode: ean, isActive: false })] },
      'A has this barcode but is inactive.',
    ],
    [
      'when the title of the SKU with its barcode is another one',
      { item: { barcode: ean, title: 'Garden bench' }, skus: [own('A', { barcode: ean })] },
      'The barcode belongs to A, but the titles differ.',
    ],
    [
      'when another size fits its title better than the SKU with its barcode',
      {
        item: { barcode: ean, title: 'Tee', variant: 'Large' },
        skus: [own('TEE-S', { title: 'Tee, small', barcode: ean }), own('TEE-L', { title: 'Tee, large' })],
      },
      'The barcode belongs to TEE-S, but the titles differ.',
    ],
  ])('%s', (_, given, reason) => {
    expect(decide(given)).toEqual({ match: null, reason })
  })
})

describe('a suggestion', () => {
  const suggest = (given: Given) => {
    const { sold, index } = indexOf(given)
    const found = suggestSku(index, sold)
    return found && [found.sku.sku, found.evidence]
  }
  const tees = [own('TEE-S', { title: 'Harbor tee, small' }), own('TEE-L', { title: 'Harbor tee, large' })]

  it.each<[string, Given, [string, string] | null]>([
    [
      'names a code that differs in dashes',
      { item: { sku: 'lamp 1', title: 'Lampe' }, skus: [own('LAMP-1')] },
      ['LAMP-1', 'Code lamp 1 differs only in dashes, spaces or capitals'],
    ],
    [
      'names the same code where the shop has it twice',
      { item: { sku: 'LAMP-1' }, skus: [own('LAMP-1')], others: [item({ externalId: 'i-2', sku: 'LAMP-1' })] },
      ['LAMP-1', 'Same code LAMP-1 · Similar title'],
    ],
    [
      'names the same barcode',
      { item: { sku: 'X', barcode: ean, title: 'Lampe' }, skus: [own('A', { barcode: ean })] },
      ['A', `Same barcode ${ean}`],
    ],
    [
      'names a similar title with the same variant',
      { item: { title: 'Harbor Tee', variant: 'Large' }, skus: tees },
      ['TEE-L', 'Similar title, same Large'],
    ],
    ['is not made where two are as likely', { item: { title: 'Harbor tee' }, skus: tees }, null],
    [
      'is not made where code and barcode disagree',
      { item: { sku: 'a', barcode: ean }, skus: [own('A'), own('B', { barcode: ean })] },
      null,
    ],
    [
      'is not made of an inactive SKU',
      { item: { title: 'Oak desk lamp' }, skus: [own('A', { isActive: false })] },
      null,
    ],
    [
      'is not made by title of a SKU that the shop sells already',
      { item: {}, skus: [own('A')], others: [item({ externalId: 'i-2', skuId: 'id of A' })] },
      null,
    ],
  ])('%s', (_, given, expected) => {
    expect(suggest(given)).toEqual(expected)
  })
})
