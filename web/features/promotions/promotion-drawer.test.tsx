import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type PromotionDetail, promotionsApi } from '#contract/promotions.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerPromotions, answerUsage } from '#web/testing/screen-answers.ts'
import { buildPromotionDetail, buildRedemption, buildUsage, buildUsageRow } from '#web/testing/promotion-builders.ts'
import { renderPiece, openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { PromotionFormProvider } from './promotion-buttons.tsx'
import { PromotionDrawer } from './promotion-drawer.tsx'

const sale = buildPromotionDetail({
  redemptionCount: 34,
  maxRedemptions: 100,
  reservedCount: 2,
  discountGiven: '1234.50',
  currency: 'EUR',
  type: 'flat',
  value: '5.00',
  minSubtotal: '50.00',
  channelNames: ['Harbor Shop', 'Instagram'],
})

type Answers = Omit<Parameters<typeof answerPromotions>[0], 'detail'>

const drawer = async (title = 'Fall sale') => within(await screen.findByRole('dialog', { name: title }))

async function openDrawer(detail: PromotionDetail = sale, answers: Answers = {}) {
  answerPromotions({ detail, ...answers })
  const user = await renderPiece(
    <PromotionFormProvider>
      <PromotionDrawer promotionId={detail.id} onClose={() => undefined} />
    </PromotionFormProvider>,
  )
  return { user, drawer: await drawer() }
}

it('the drawer opens from the card, keeps the filters, and closes by the back button', async () => {
  answerPromotions({ detail: sale })
  const user = openApp('/promotions?state=active', buildCurrentUser())
  const opener = await screen.findByRole('link', { name: 'Fall sale' })
  expect(opener).toHaveAttribute('href', `/promotions?state=active&promotion=${sale.id}`)
  await user.click(opener)
  await drawer()
  expect(window.location.search).toBe(`?state=active&promotion=${sale.id}`)
  window.history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.click(screen.getByRole('button', { name: 'Actions for Fall sale' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Details' }))
  await drawer()
})

it('the drawer shows terms and totals in the company’s currency', async () => {
  const { drawer } = await openDrawer()
  for (const text of ['Active', '€5.00 off', 'FALL10', '€50.00', 'Harbor Shop, Instagram', '€1,234.50']) {
    expect(drawer.getByText(text)).toBeInTheDocument()
  }
  const figureOf = (label: string) => drawer.getByText(label, { selector: 'dt' }).parentElement?.textContent
  expect(figureOf('Uses')).toBe('Uses34of 100')
  expect(figureOf('Left')).toBe('Left64for future orders')
  expect(figureOf('In checkout')).toBe('In checkout2held temporarily')
})

it('the drawer shows start and end to the minute', async () => {
  const { drawer } = await openDrawer({ ...sale, startsAt: '2026-01-01T08:00:00Z', endsAt: '2026-01-08T07:59:00Z' })
  const factOf = (label: string) => drawer.getByText(label, { selector: 'dt' }).parentElement
  expect(factOf('Started')).toHaveTextContent('Jan 1, 2026, 8:00 AM')
  expect(factOf('Ended')).toHaveTextContent('Jan 8, 2026, 7:59 AM')
})

it('the drawer shows uses by day and channel as a chart and a table', async () => {
  const rows = [
    buildUsageRow({ day: '2026-02-28', uses: 1, discount: '5.00' }),
    buildUsageRow({ day: '2026-03-01', uses: 3, discount: '15.00' }),
  ]
  const { user, drawer } = await openDrawer(sale, { usage: buildUsage({ rows, currency: 'EUR', foreignUses: 2 }) })
  expect(await drawer.findByText(/^2 uses in other currencies count toward the limit/)).toBeInTheDocument()
  await user.click(drawer.getByText('Show as a table'))
  const table = within(drawer.getByRole('table', { name: /^Uses and discount by day and channel/ }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'DayChannelUsesDiscount',
    'Sunday, March 1, 2026Harbor Shop3€15.00',
    'Saturday, February 28, 2026Harbor Shop1€5.00',
  ])
  const requests = answerUsage(buildUsage())
  await user.click(drawer.getByRole('button', { name: '90 days' }))
  expect(await drawer.findByText('No uses in the last 90 days')).toBeInTheDocument()
  expect(requests).toEqual([{ promotionId: sale.id, days: '90' }])
})

it('the drawer lists the orders that used the promotion, and released uses', async () => {
  const redemptions = [
    buildRedemption({ currency: 'EUR' }),
    buildRedemption({ orderNumber: 'LS-10013', releasedAt: '2026-01-02T00:00:00Z' }),
  ]
  const { drawer } = await openDrawer(sale, { redemptions })
  const orders = within(await drawer.findByRole('list', { name: 'Orders that used it' }))
  const [used, givenBack] = orders.getAllByRole('listitem')
  expect(used).toHaveTextContent(/^LS-10012Harbor Shop, .*€3\.80$/)
  expect(givenBack).toHaveTextContent(/\$3\.80Returned/)
  expect(orders.getByRole('link', { name: 'LS-10012' })).toHaveAttribute(
    'href',
    `/orders?order=${redemptions[0]?.orderId}`,
  )
})

it('the drawer says that no order has used the promotion', async () => {
  const { drawer } = await openDrawer({ ...sale, maxRedemptions: null })
  expect(await drawer.findByText('No order has used it yet')).toBeInTheDocument()
  expect(drawer.getByText('no limit')).toBeInTheDocument()
  expect(drawer.getByText('No start date')).toBeInTheDocument()
})

it('the drawer offers the same actions as the card', async () => {
  const { user, drawer } = await openDrawer()
  expect(drawer.getByRole('button', { name: 'Edit Fall sale' })).toBeInTheDocument()
  expect(drawer.getByRole('button', { name: 'Copy Fall sale' })).toBeInTheDocument()
  await user.click(drawer.getByRole('button', { name: 'Actions for Fall sale' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Deactivate',
    'End now',
  ])
})

it('the drawer shows a spinner while it loads', async () => {
  answerPromotions({ rows: [] })
  neverAnswer(promotionsApi.detail)
  answerUsage(buildUsage())
  openApp(`/promotions?promotion=${sale.id}`, buildCurrentUser())
  expect((await drawer('Promotion')).getByText('Loading...')).toBeInTheDocument()
})

it('the drawer says that there is no such promotion', async () => {
  answerPromotions({ rows: [] })
  refuse(promotionsApi.detail, 404, 'This promotion doesn’t exist.')
  answerUsage(buildUsage())
  const user = openApp(`/promotions?promotion=${sale.id}`, buildCurrentUser())
  expect(await screen.findByText('Promotion not found in your company.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Back to promotions' }))
  expect(window.location.search).toBe('')
})

it('the drawer shows why it can’t be loaded, and retries on request', async () => {
  answerPromotions({ rows: [] })
  refuse(promotionsApi.detail, 503, 'The database did not answer.')
  answerUsage(buildUsage())
  const user = openApp(`/promotions?promotion=${sale.id}`, buildCurrentUser())
  expect(await (await drawer('Promotion')).findByRole('alert')).toHaveTextContent('The database did not answer.')
  answer(promotionsApi.detail, sale)
  answerUsage(buildUsage())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await drawer()
})
