import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { channelsApi } from '#contract/channels.ts'
import { promotionsApi } from '#contract/promotions.ts'
import { harborShop } from '#web/testing/screen-answers.ts'
import { buildOutcome, buildTried } from '#web/testing/promotion-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import './cart-drawer.tsx'
import { TryCart } from './promotions-page.tsx'

beforeEach(() => void answer(channelsApi.list, [harborShop], { total: 1 }))

async function openPanel() {
  const user = await renderPiece(<TryCart />, { path: '/promotions' })
  await user.click(screen.getByRole('button', { name: 'Try a cart' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Try a cart' }))
  const fill = (label: RegExp | string, value: string) =>
    fireEvent.input(panel.getByLabelText(label), { target: { value } })
  const price = () => user.click(panel.getByRole('button', { name: 'Calculate price' }))
  return { user, panel, fill, price }
}

it('the cart form sends lines, codes, channel and time as typed', async () => {
  const sent = answer(promotionsApi.try, buildTried())
  const { user, panel, fill, price } = await openPanel()
  fill('Price', '19')
  fill('Quantity', '2')
  await user.click(panel.getByRole('button', { name: 'Add another line' }))
  fill('Price 2', '7.5')
  await user.click(panel.getByRole('button', { name: 'Add another line' }))
  await user.click(panel.getByRole('button', { name: 'Remove line 3' }))
  fill(/^Codes/, ' fall10,VIP, a b,')
  fill(/^Date and time/, '2026-03-01T09:00')
  await user.click(panel.getByRole('combobox', { name: 'Channel' }))
  await user.click(await screen.findByRole('option', { name: 'Harbor Shop' }))
  await price()
  await waitFor(() =>
    expect(sent).toEqual([
      {
        items: [
          { unitPrice: '19.00', quantity: 2 },
          { unitPrice: '7.50', quantity: 1 },
        ],
        promotionCodes: ['fall10', 'VIP', 'a', 'b'],
        channelId: harborShop.id,
        at: '2026-03-01T09:00:00.000Z',
      },
    ]),
  )
})

it('the result shows the amounts and each promotion, applied ones first, then those whose code was entered', async () => {
  const sent = answer(
    promotionsApi.try,
    buildTried({
      subtotal: '45.50',
      discount: '4.55',
      total: '40.95',
      lines: [
        { subtotal: '38.00', discount: '3.80', total: '34.20' },
        { subtotal: '7.50', discount: '0.75', total: '6.75' },
      ],
      promotions: [
        buildOutcome({
          title: 'Secret',
          code: 'SECRET',
          outcome: 'code_not_entered',
          reason: 'Code not entered.',
        }),
        buildOutcome({ title: 'Old', code: 'OLD', outcome: 'expired', reason: 'It ended.' }),
        buildOutcome({
          title: 'Big carts',
          code: null,
          outcome: 'below_minimum',
          reason: 'Minimum order $50.00.',
        }),
        buildOutcome({ discount: '4.55' }),
        buildOutcome({ title: 'Late', code: 'LATE', outcome: 'expired', reason: 'It ended.' }),
      ],
      unknownCodes: ['NOPE'],
    }),
  )
  const { panel, fill, price } = await openPanel()
  fill('Price', '19')
  fill(/^Codes/, 'fall10 NOPE late')
  await price()
  const promotions = within(await panel.findByRole('list', { name: 'Promotions' }))
  const [applied, typed, refused, ...others] = promotions.getAllByRole('listitem')
  expect(applied).toHaveTextContent('Applied−$4.55Fall saleFALL10')
  expect(typed).toHaveTextContent('ExpiredLateLATEIt ended.')
  expect(refused).toHaveTextContent('Below minimumBig cartsMinimum order $50.00.')
  expect(others).toEqual([])
  expect(panel.getByText('2 promotions whose code wasn’t entered')).toBeInTheDocument()
  expect(panel.getByText('$40.95')).toBeInTheDocument()
  const lines = within(panel.getByRole('list', { name: 'Lines' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Line 1$38.00 − $3.80 = $34.20',
    'Line 2$7.50 − $0.75 = $6.75',
  ])
  expect(panel.getByText('NOPE')).toBeInTheDocument()
  expect(sent).toMatchObject([{ promotionCodes: ['fall10', 'NOPE', 'late'], channelId: null }])

  fill('Price', '20')
  expect(await panel.findByText('The cart has changed. Calculate the price again.')).toBeInTheDocument()
  await price()
  await waitFor(() =>
    expect(panel.queryByText('The cart has changed. Calculate the price again.')).not.toBeInTheDocument(),
  )
  expect(sent).toHaveLength(2)
})

it('the cart form rejects invalid prices, quantities and codes', async () => {
  const { panel, fill, price } = await openPanel()
  fill('Quantity', '1e3')
  fill(/^Codes/, 'a '.repeat(21))
  await price()
  expect(await panel.findByText('Price must be an amount such as 12.50, up to 99,999,999.99')).toBeInTheDocument()
  expect(panel.getByText('Quantity must be a whole number from 1 to 100,000')).toBeInTheDocument()
  expect(panel.getByText('At most 20 codes')).toBeInTheDocument()
})

it('the drawer shows why pricing failed, and retries on request', async () => {
  refuse(promotionsApi.try, 503, 'The database did not answer.')
  const { user, panel, fill, price } = await openPanel()
  fill('Price', '19')
  await price()
  expect(await panel.findByRole('alert')).toHaveTextContent('The database did not answer.')
  answer(promotionsApi.try, buildTried())
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  expect(await panel.findByText('There are no promotions yet')).toBeInTheDocument()
})
