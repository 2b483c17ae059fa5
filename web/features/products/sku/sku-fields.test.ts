import { describe, expect, it } from 'vitest'
import { buildSku } from '#web/testing/builders.ts'
import { emptySku, SkuFields, type SkuValues, toSkuValues } from './sku-fields.ts'

const read = (typed: Partial<SkuValues>) => SkuFields.safeParse({ ...emptySku, sku: 'HP-1', ...typed })
const problemsOf = (typed: Partial<SkuValues>) =>
  Object.fromEntries(read(typed).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])

describe('the fields of a SKU', () => {
  it('parse an empty form with a code into a SKU with the defaults', () => {
    expect(read({}).data).toEqual({
      sku: 'HP-1',
      title: null,
      isActive: true,
      safetyBuffer: 0,
      price: null,
      compareAtPrice: null,
      cost: null,
      weight: null,
      weightUnit: 'pounds',
      dimensions: null,
      packageQuantity: 1,
      asin: null,
      shippingTemplate: null,
      prepInstructions: null,
      isHazmat: false,
    })
  })

  it('round-trip a SKU unchanged', () => {
    const sku = buildSku({
      asin: 'B0HARBOR01',
      weight: '1.250',
      dimensions: { length: 10, width: 4.5, height: 2, unit: 'centimeters' },
      packageQuantity: 6,
      safetyBuffer: 3,
    })
    expect(sku).toMatchObject(SkuFields.parse(toSkuValues(sku)))
  })

  it.each([
    [{ sku: ' ' }, { sku: 'SKU is required' }],
    [{ price: '12,50' }, { price: 'Price must be an amount such as 12.50, up to 99,999,999.99' }],
    [{ packageQuantity: '' }, { packageQuantity: 'Pack quantity must be a whole number' }],
    [{ packageQuantity: '0' }, { packageQuantity: 'Pack quantity must be at least 1' }],
    [{ packageQuantity: '100001' }, { packageQuantity: 'Pack quantity must be 100,000 or less' }],
    [{ safetyBuffer: '1.5' }, { safetyBuffer: 'Safety buffer must be a whole number' }],
    [{ safetyBuffer: '-1' }, { safetyBuffer: 'Safety buffer can’t be negative' }],
    [{ asin: 'short' }, { asin: 'ASIN must be ten letters or digits, such as B0C1234567' }],
    [{ weight: 'heavy' }, { weight: 'Weight must be a number such as 1.250, up to 99,999.999' }],
    [{ length: '-2' }, { length: 'Length must be a number up to 100000, such as 12.5' }],
    [{ length: '12', height: '3' }, { width: 'Enter length, width and height, or leave all three empty' }],
  ])('reject %o at its field', (typed, problems) => {
    expect(problemsOf(typed)).toEqual(problems)
  })
})
