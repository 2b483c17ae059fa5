import { describe, expect, it } from 'vitest'
import { activationNotice, deactivationNotice } from './labels.ts'

const active = { isActive: true }
const inactive = { isActive: false }

describe('the notice for deactivating a product', () => {
  it.each([
    [[], 'It has no active SKUs, so no stock is concerned.'],
    [[active], 'Its 1 active SKU is deactivated too and leaves Inventory, Sheet View and stock alerts.'],
    [[active, active], 'Its 2 active SKUs are deactivated too and leave Inventory, Sheet View and stock alerts.'],
  ])('counts the SKUs of %o', (skus, sentence) => {
    expect(deactivationNotice(skus)[0]).toBe(sentence)
  })

  it('warns that a later activation also activates SKUs that are inactive now', () => {
    expect(deactivationNotice([active, inactive, inactive])[1]).toBe(
      'Nothing is deleted. Activating the product again activates all 3 SKUs, also the 2 inactive today.',
    )
  })
})

describe('the notice for activating a product', () => {
  it.each([
    [[], 'It has no SKUs yet, so no stock is concerned.'],
    [[inactive], 'Its 1 SKU becomes active with it and comes back to Inventory, Sheet View and stock alerts.'],
    [[inactive, inactive], 'Its 2 SKUs become active with it and come back to Inventory, Sheet View and stock alerts.'],
  ])('counts the SKUs of %o', (skus, sentence) => {
    expect(activationNotice(skus)).toEqual([sentence])
  })
})
