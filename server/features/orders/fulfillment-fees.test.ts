import { expect, it } from 'vitest'
import { feeCells, sumFees } from './fulfillment-fees.ts'

const [us, canada] = ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2']

it('fees are summed up in the currency of the marketplace that ships', () => {
  const fees = [
    { amount: '7.95', marketplaceId: canada },
    { amount: '0.15', marketplaceId: canada },
  ]
  expect(sumFees(fees, 'EUR')).toEqual([{ amount: '8.10', currency: 'CAD' }])
  expect(sumFees([{ amount: '4.00', marketplaceId: null }], 'EUR')).toEqual([{ amount: '4.00', currency: 'EUR' }])
})

it('fees in several currencies are never added up', () => {
  const fees = [
    { amount: '7.95', marketplaceId: us },
    { amount: '9.00', marketplaceId: canada },
  ]
  expect(feeCells(sumFees(fees, 'USD'))).toEqual({ amount: '7.95 USD, 9.00 CAD', currency: 'USD, CAD' })
  expect(feeCells([])).toEqual({ amount: null, currency: null })
})
