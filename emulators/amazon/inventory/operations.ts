import { z } from 'zod'
import { makeAsin, makeFnsku } from '../generated-codes.ts'
import { publishStockChange } from '../notifications/publish.ts'
import type { Answer, Call, Operation } from '../operation.ts'
import { invalidInput } from '../refusal.ts'
import { readBody, requireParameter } from '../request-input.ts'
import type { Seller } from '../state.ts'
import { noUnits, putStock, removeStock } from './stock.ts'
import { assertParticipation, readSummaries } from './summaries.ts'

/** Rate limit of all sandbox operations. */
const sandbox = { rate: 5, burst: 15 }

export const inventoryOperations: Operation[] = [
  {
    name: 'getInventorySummaries',
    method: 'GET',
    path: '/fba/inventory/v1/summaries',
    rate: 2,
    burst: 2,
    answer: readSummaries,
  },
  {
    name: 'createInventoryItem',
    method: 'POST',
    path: '/fba/inventory/v1/items',
    ...sandbox,
    answer: createInventoryItem,
  },
  {
    name: 'addInventory',
    method: 'POST',
    path: '/fba/inventory/v1/items/inventory',
    ...sandbox,
    answer: addInventory,
  },
  {
    name: 'deleteInventoryItem',
    method: 'DELETE',
    path: '/fba/inventory/v1/items/:sellerSku',
    ...sandbox,
    answer: deleteInventoryItem,
  },
]

/** Operations that exist in Amazon's sandbox only, to add stock. */

const text = z.string().min(1)

const NewItem = z.object({ sellerSku: text, marketplaceId: text, productName: text })

function createInventoryItem({ seller, body, now }: Call): Answer {
  const { sellerSku: sku, marketplaceId, productName } = readBody(NewItem, body)
  assertParticipation(seller, marketplaceId)
  if (seller.stock[marketplaceId]?.[sku]) throw invalidInput(`The item ${sku} exists already.`)
  const codes = { sku, asin: makeAsin(sku), fnsku: makeFnsku(sku) }
  putStock(seller, marketplaceId, { ...codes, title: productName, condition: 'NewItem', ...noUnits }, now)
  return { status: 200, body: {} }
}

const AddedItem = z.object({ sellerSku: text, marketplaceId: text, quantity: z.int().min(0) })
const Addition = z.object({ inventoryItems: z.array(AddedItem) })

/** Idempotent by the header x-amzn-idempotency-token. */
function addInventory({ state, seller, body, headers, now }: Call): Answer {
  const token = headers['x-amzn-idempotency-token']
  if (!token) throw invalidInput('The header x-amzn-idempotency-token is missing.')
  const { inventoryItems } = readBody(Addition, body)
  for (const { sellerSku, marketplaceId } of inventoryItems) findStock(seller, marketplaceId, sellerSku)
  if (seller.inventoryRequests[token]) return { status: 200, body: {} }
  seller.inventoryRequests[token] = now.toISOString()
  for (const { sellerSku, marketplaceId, quantity } of inventoryItems) {
    const stock = findStock(seller, marketplaceId, sellerSku)
    putStock(seller, marketplaceId, { ...stock, fulfillable: stock.fulfillable + quantity }, now)
    publishStockChange(state, seller, sellerSku, now.toISOString())
  }
  return { status: 200, body: {} }
}

function deleteInventoryItem({ seller, params, query }: Call): Answer {
  const sku = params['sellerSku'] ?? ''
  if (!removeStock(seller, requireParameter(query, 'marketplaceId'), sku)) throw unknownItem(sku)
  return { status: 200, body: {} }
}

function findStock(seller: Seller, marketplaceId: string, sku: string) {
  const stock = seller.stock[marketplaceId]?.[sku]
  if (!stock) throw unknownItem(sku)
  return stock
}

const unknownItem = (sku: string) => invalidInput(`The item ${sku} does not exist.`)
