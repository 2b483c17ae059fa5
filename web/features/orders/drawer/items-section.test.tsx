import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newId } from '#web/testing/builders.ts'
import { buildOrderDetail } from '#web/testing/order-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { AmountLines } from './items-section.tsx'

const promotionId = newId()

it('the amounts show the discount of each promotion with a link, and which discount was given back', async () => {
  const fall = { promotionId, title: 'Fall sale', code: 'FALL10', discountAmount: '3.80', releasedAt: null }
  const parcel = { ...fall, promotionId: newId(), title: 'Free parcel', releasedAt: '2026-01-02T00:00:00Z' }
  const counted = { ...fall, promotionId: newId(), title: 'In the prices', discountAmount: '0.00' }
  const order = buildOrderDetail({ currency: 'EUR', discountAmount: '7.60', promotions: [fall, parcel, counted] })
  await renderPiece(<AmountLines order={order} />)
  const line = (title: string) => screen.getByText(title).closest('div')
  expect(line('Fall sale')).toHaveTextContent(/^Fall sale−€3\.80$/)
  expect(line('Free parcel')).toHaveTextContent(/^Free parcelUse returned−€3\.80$/)
  expect(line('In the prices')).toHaveTextContent(/^In the prices€0\.00$/)
  const [link] = within(screen.getByRole('main')).getAllByRole('link')
  expect(link).toHaveAttribute('href', `/promotions?promotion=${promotionId}`)
})

it('amounts that the channel left out are not made up, and what they leave of the total is unexplained', async () => {
  const order = buildOrderDetail({
    subtotal: '19.00',
    discountAmount: null,
    shippingAmount: null,
    taxAmount: '1.50',
    workedOut: ['tax'],
    unexplained: '78.50',
    totalAmount: '99.00',
  })
  await renderPiece(<AmountLines order={order} />)
  const lineOf = (label: string | RegExp) => screen.getByText(label).closest('div')
  expect(lineOf(/^Discount/)).toHaveTextContent(/Not provided$/)
  expect(lineOf('Shipping')).toHaveTextContent(/^ShippingNot provided$/)
  expect(lineOf('Tax')).toHaveTextContent('Tax$1.50 (calculated)')
  expect(lineOf('Unexplained')).toHaveTextContent(/^Unexplained\$78\.50$/)
})

it('a refunded order shows what was ordered, what was paid back and what remains', async () => {
  await renderPiece(<AmountLines order={buildOrderDetail({ totalAmount: '42.30', refundedAmount: '42.30' })} />)
  const lineOf = (label: string) => screen.getByText(label).closest('div')
  expect(lineOf('Total')).toHaveTextContent(/^Total\$42\.30$/)
  expect(lineOf('Refunded')).toHaveTextContent(/^Refunded−\$42\.30$/)
  expect(lineOf('Net')).toHaveTextContent(/^Net\$0\.00$/)
})
