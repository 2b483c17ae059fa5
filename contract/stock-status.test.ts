import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { availableRange, assessStock, stockStatuses } from './stock-status.ts'

describe('the stock status of a SKU', () => {
  it.each([
    { qtyAvailable: 0, qtyReserved: 0, status: 'out_of_stock', filter: 'out_of_stock', severity: 'out_of_stock' },
    { qtyAvailable: 0, qtyReserved: 3, status: 'low_stock', filter: 'out_of_stock', severity: 'out_of_stock' },
    { qtyAvailable: 1, qtyReserved: 0, status: 'low_stock', filter: 'low_stock', severity: 'critical' },
    { qtyAvailable: 3, qtyReserved: 3, status: 'low_stock', filter: 'low_stock', severity: 'critical' },
    { qtyAvailable: 5, qtyReserved: 0, status: 'low_stock', filter: 'low_stock', severity: 'critical' },
    { qtyAvailable: 6, qtyReserved: 9, status: 'low_stock', filter: 'low_stock', severity: 'low' },
    { qtyAvailable: 10, qtyReserved: 0, status: 'low_stock', filter: 'low_stock', severity: 'low' },
    { qtyAvailable: 11, qtyReserved: 0, status: 'in_stock', filter: 'in_stock', severity: 'above' },
  ])('$qtyAvailable available and $qtyReserved reserved is $status, found by $filter', (given) => {
    const { status, filter, severity } = given
    expect(assessStock(given)).toEqual({ status, filter, severity, isAlert: given.qtyAvailable <= 10 })
  })

  it('depends on the company’s threshold', () => {
    expect(assessStock({ qtyAvailable: 20, qtyReserved: 0 }, 25)).toMatchObject({
      status: 'low_stock',
      isAlert: true,
    })
    expect(assessStock({ qtyAvailable: 1, qtyReserved: 0 }, 0)).toMatchObject({ status: 'in_stock', isAlert: false })
  })

  it('matches exactly the range of its filter', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), fc.nat(100), (qtyAvailable, qtyReserved, threshold) => {
        const hits = stockStatuses.filter((filter) => {
          const { from, to } = availableRange(filter, threshold)
          return qtyAvailable >= from && (to === null || qtyAvailable <= to)
        })
        expect(hits).toEqual([assessStock({ qtyAvailable, qtyReserved }, threshold).filter])
      }),
    )
  })
})
