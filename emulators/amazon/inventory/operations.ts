import type { Operation } from '../operation.ts'
import { readSummaries } from './read-summaries.ts'
import { addInventory, createInventoryItem, deleteInventoryItem } from './sandbox-writes.ts'

/** Amazon's for everything in its sandbox. */
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
