import { describe, expect, it } from 'vitest'
import { activationNotice, deactivationNotice } from './labels.ts'

const active = { isActive: true }
const inactive = { isActive: false }

describe('the notice for deactivating a product', () => {
  it.each([
    [[], 'It has no active SKUs, so no stock is affected.'],
    [[active], 'Its 1 active SKU will also be deactivated and disappear from Inventory, Sheet View and stock alerts.'],
    [
      [active, active],
      'Its 2 active SKUs will also be deactivated and disappear from Inventory, Sheet View and stock alerts.',
    ],
  ])('counts the SKUs of %o', (skus, sentence) => {
    expect(deactivationNotice(skus)[0]).toBe(sentence)
  })

  it('warns that a later activation also activates SKUs that are inactive now', () => {
    expect(deactivationNotice([active, inactive, inactive])[1]).toBe(
      'Nothing is deleted. Activating the product again activates all 3 SKUs, including the 2 currently inactive.',
    )
  })
})

describe('the notice for activating a product', () => {
  it.each([
    [[], 'It has no SKUs yet, so no stock is affected.'],
    [[inactive], 'Its 1 SKU will also be activated and return to Inventory, Sheet View and stock alerts.'],
    [[inactive, inactive], 'Its 2 SKUs will also be activated and return to Inventory, Sheet View and stock alerts.'],
  ])('counts the SKUs of %o', (skus, sentence) => {
    expect(activationNotice(skus)).toEqual([sentence])
  })
})
