import { expect, it } from 'vitest'
import { getInventorySummaries } from '../operations/inventory.ts'
import { toStockRows } from './stock.ts'

const parse = (summary: object) =>
  getInventorySummaries.wire.parse({ payload: { inventorySummaries: [summary] } }).payload.inventorySummaries

const nothing = {
  asin: null,
  fnsku: null,
  title: null,
  qtyAvailable: 0,
  qtyReserved: 0,
  qtyInbound: 0,
  changedAt: null,
}

it.each([
  [
    'reads what is left out as none',
    { sellerSku: 'TEE-L', inventoryDetails: { fulfillableQuantity: 4 } },
    { ...nothing, sku: 'TEE-L', qtyAvailable: 4 },
  ],
  [
    'reads an empty time and an empty name as unknown',
    { sellerSku: 'TEE-L', lastUpdatedTime: '', productName: '', inventoryDetails: {} },
    { ...nothing, sku: 'TEE-L' },
  ],
  [
    'counts nothing that Amazon does not count itself',
    { sellerSku: 'TEE-L', totalQuantity: 0 },
    { ...nothing, sku: 'TEE-L' },
  ],
  [
    'never counts less than none',
    {
      sellerSku: 'TEE-L',
      inventoryDetails: { fulfillableQuantity: -2, reservedQuantity: { totalReservedQuantity: -1 } },
    },
    { ...nothing, sku: 'TEE-L' },
  ],
])('%s', (_, summary, row) => {
  expect(toStockRows(parse(summary))).toEqual([row])
})

it('a summary without a SKU is skipped', () => {
  expect(toStockRows(parse({ asin: 'B000000001', inventoryDetails: {} }))).toEqual([])
})

it.each([
  ['a quantity in words', { sellerSku: 'TEE-L', inventoryDetails: { fulfillableQuantity: 'many' } }],
  ['a quantity in parts', { sellerSku: 'TEE-L', inventoryDetails: { fulfillableQuantity: 1.5 } }],
  ['a total without its details', { sellerSku: 'TEE-L', totalQuantity: 4 }],
])('the quantities are not guessed for %s', (_, summary) => {
  expect(() => parse(summary)).toThrow()
})
