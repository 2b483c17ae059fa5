import { describe, expect, it } from 'vitest'
import { actionSentence, fieldLabel, sortByField, valueText } from './labels.ts'

describe('the history', () => {
  it.each([
    ['product.create', null, '{actor} added the product'],
    ['product.deactivate', null, '{actor} deactivated the product'],
    ['sku.update', 'HP-1', '{actor} changed {about}'],
    ['upload.apply', 'HP-1', '{actor} changed {about} with a bulk upload'],
    ['upload.apply', null, '{actor} changed the product with a bulk upload'],
    ['sheet.save', 'HP-1', '{actor} changed {about} in Sheet View'],
    ['change-set.undo', 'HP-1', '{actor} undid a bulk change to {about}'],
    ['sku.sync-listing', 'HP-1', '{actor}: sku sync listing'],
  ])('labels the action %s on %s', (action, about, sentence) => {
    expect(actionSentence({ action, about })).toBe(sentence)
  })

  it.each([
    ['isActive', 'Status'],
    ['asin', 'ASIN'],
    ['title', 'Title'],
    ['weightUnit', 'Weight unit'],
  ])('labels the field %s as %s', (field, label) => {
    expect(fieldLabel(field)).toBe(label)
  })

  it('sorts changes by the display order of their fields', () => {
    const changes = ['images', 'price', 'weight', 'sku'].map((field) => ({ field, before: null, after: '1' }))
    expect(sortByField(changes).map(({ field }) => field)).toEqual(['sku', 'price', 'images', 'weight'])
  })

  it.each([
    ['isActive', false, 'Inactive'],
    ['isHazmat', true, 'Yes'],
    ['price', '1234.50', '$1,234.50'],
    ['quantity', 1200, '1,200'],
    ['brand', '', 'empty'],
    ['asin', null, 'empty'],
    ['cost', '••••', '••••'],
  ])('formats %s %s as %s', (field, value, text) => {
    expect(valueText(field, value)).toBe(text)
  })
})
