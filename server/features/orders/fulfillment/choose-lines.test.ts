import { describe, expect, it } from 'vitest'
import type { LineToSend } from './queries.ts'
import { chooseLines, isRestOfOrder } from './shipment-rules.ts'

const line = (orderItemId: string, unsent: number, given: Partial<LineToSend> = {}): LineToSend => ({
  orderItemId,
  code: `their ${orderItemId}`,
  sku: orderItemId.toUpperCase(),
  isAtAmazon: true,
  unsent,
  ...given,
})
const chosen = (orderItemId: string, quantity: number) => ({ orderItemId, quantity })

describe('without chosen items', () => {
  it('everything that is left is sent, with Amazon’s SKUs', () => {
    expect(
      chooseLines([line('lamp', 2), line('chair', 0), line('table', 1, { isAtAmazon: false })], undefined),
    ).toEqual([
      { orderItemId: 'lamp', sku: 'LAMP', quantity: 2, isAtAmazon: true },
      { orderItemId: 'table', sku: 'TABLE', quantity: 1, isAtAmazon: false },
    ])
  })

  it('an order without anything left is refused', () => {
    expect(() => chooseLines([line('lamp', 0)], undefined)).toThrow('Nothing is left to send in this order.')
  })
})

describe('a choice of items', () => {
  const lines = [line('lamp', 3), line('chair', 1)]

  it('is sent as given', () => {
    expect(chooseLines(lines, [chosen('lamp', 3)])).toMatchObject([{ orderItemId: 'lamp', quantity: 3 }])
    expect(chooseLines(lines, [chosen('chair', 1), chosen('lamp', 2)])).toMatchObject([
      { orderItemId: 'chair', quantity: 1 },
      { orderItemId: 'lamp', quantity: 2 },
    ])
  })

  it('must name lines of the order, each once', () => {
    expect(() => chooseLines(lines, [chosen('sofa', 1)])).toThrow('The order has no such line.')
    expect(() => chooseLines(lines, [chosen('lamp', 1), chosen('lamp', 1)])).toThrow(
      'List each line of the order only once.',
    )
  })

  it('must not exceed what is left', () => {
    expect(() => chooseLines(lines, [chosen('lamp', 4)])).toThrow('Only 3 units of their lamp left to send.')
    expect(() => chooseLines(lines, [chosen('chair', 2)])).toThrow('Only 1 unit of their chair left to send.')
  })
})

describe('refused is', () => {
  it('an unmapped SKU', () => {
    const lines = [line('lamp', 1), line('chair', 1, { sku: null }), line('sofa', 1, { sku: null })]
    expect(() => chooseLines(lines, undefined)).toThrow('Unknown SKU: their chair, their sofa')
    expect(() => chooseLines(lines, undefined)).toThrow(expect.objectContaining({ obstacle: 'unmapped_sku' }))
    expect(chooseLines(lines, [chosen('lamp', 1)])).toHaveLength(1)
  })

  it('more than 100 lines or 250 units at once', () => {
    const many = (count: number, units = 1) => Array.from({ length: count }, (_, index) => line(`line-${index}`, units))
    expect(chooseLines(many(100), undefined)).toHaveLength(100)
    expect(chooseLines([line('lamp', 249), line('chair', 1)], undefined)).toHaveLength(2)
    const tooMuch = 'Amazon ships up to 100 lines and 250 units at once. Send the order in several shipments.'
    expect(() => chooseLines(many(101), undefined)).toThrow(tooMuch)
    expect(() => chooseLines([line('lamp', 249), line('chair', 2)], undefined)).toThrow(tooMuch)
    expect(() => chooseLines(many(101), undefined)).toThrow(expect.objectContaining({ obstacle: 'unfulfillable' }))
  })
})

it('a choice is the rest of the order when nothing else is left', () => {
  const lines = [line('lamp', 2), line('chair', 1), line('sofa', 0)]
  const sent = (...choice: [string, number][]) =>
    isRestOfOrder(
      lines,
      chooseLines(
        lines,
        choice.map(([id, quantity]) => chosen(id, quantity)),
      ),
    )
  expect(sent(['lamp', 2], ['chair', 1])).toBe(true)
  expect(sent(['lamp', 1], ['chair', 1])).toBe(false)
  expect(sent(['lamp', 2])).toBe(false)
})
