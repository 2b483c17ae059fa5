import type * as Inventory from '@sp-api-sdk/fba-inventory-api-v1'
import { expect, it } from 'vitest'
import type { getInventorySummaries } from '../inventory.ts'
import { reads, sends } from './fit.ts'

it('inventory fits the types of the SDK', () => {
  expect(sends<typeof getInventorySummaries, Inventory.FbaInventoryApiGetInventorySummariesRequest>()).toBe(true)
  expect(reads<typeof getInventorySummaries, Inventory.GetInventorySummariesResponse>()).toBe(true)
})
