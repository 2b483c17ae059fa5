import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { channelsApi } from '#contract/channels.ts'
import type { PromotionRow } from '#contract/promotions.ts'
import { harborShop } from '#web/testing/screen-answers.ts'
import { buildPromotion } from '#web/testing/promotion-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer } from '#web/testing/server.ts'
import { PromotionFormProvider } from './promotion-buttons.tsx'
import { PromotionCard } from './promotion-list.tsx'

const dayLength = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayLength).toISOString()

function show(promotion: Partial<PromotionRow>) {
  answer(channelsApi.list, [harborShop], { total: 1 })
  return renderPiece(
    <PromotionFormProvider>
      <PromotionCard promotion={buildPromotion(promotion)} />
    </PromotionFormProvider>,
  )
}

it('the card shows all fields of a promotion with a code and a limit', async () => {
  const user = await show({
    minSubtotal: '50.00',
    maxRedemptions: 1_000,
    redemptionCount: 250,
    endsAt: inDays(3.01),
    isStackable: true,
    channelIds: [harborShop.id],
  })
  for (const text of ['Active', 'Stackable', 'FALL10', '10% off', '$50.00', '250 of 1,000', 'in 3 days']) {
    expect(screen.getByText(text)).toBeInTheDocument()
  }
  expect(screen.getByText('For everybody who comes back in autumn.')).toBeInTheDocument()
  expect(screen.getByText('Ends', { selector: 'dt' })).toBeInTheDocument()
  expect(await screen.findByText('Harbor Shop')).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Uses' })).toHaveValue(0.25)
  await user.click(screen.getByRole('button', { name: 'Copy code FALL10' }))
  expect(await navigator.clipboard.readText()).toBe('FALL10')
})

it('the card shows an automatic promotion without limits', async () => {
  await show({ code: null, description: null, type: 'flat', value: '5.00' })
  for (const text of ['Automatic', '$5.00 off', 'None', '0, no limit', 'No end date', 'All channels']) {
    expect(screen.getByText(text)).toBeInTheDocument()
  }
  expect(screen.queryByText('Stackable')).not.toBeInTheDocument()
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
})

const usedUp = { maxRedemptions: 5, redemptionCount: 5 }
it.each([
  ['Inactive', { isActive: false, startsAt: inDays(1), endsAt: inDays(2), ...usedUp }],
  ['Scheduled', { startsAt: inDays(1), endsAt: inDays(2), ...usedUp }],
  ['Expired', { startsAt: inDays(-2), endsAt: inDays(-1), ...usedUp }],
  ['Used Up', { startsAt: inDays(-1), endsAt: inDays(1), ...usedUp }],
  ['Active', { startsAt: inDays(-1), endsAt: inDays(1), maxRedemptions: 5, redemptionCount: 4 }],
])('the card shows the badge %s and no other', async (label, terms) => {
  await show(terms)
  const badges = ['Inactive', 'Scheduled', 'Expired', 'Used Up', 'Active']
  expect(badges.filter((one) => screen.queryByText(one))).toEqual([label])
})

it('the card shows the date of a far end', async () => {
  await show({ endsAt: '2099-01-01T12:00:00Z' })
  expect(screen.getByText('Jan 1, 2099')).toBeInTheDocument()
})

it('the card shows when a scheduled promotion starts', async () => {
  await show({ startsAt: inDays(5.01) })
  expect(screen.getByText('Starts', { selector: 'dt' })).toBeInTheDocument()
  expect(screen.getByText('in 5 days')).toBeInTheDocument()
})

it('the card shows when an expired promotion has ended', async () => {
  await show({ startsAt: inDays(-50), endsAt: inDays(-9.01) })
  expect(screen.getByText('Ended', { selector: 'dt' })).toBeInTheDocument()
  expect(screen.getByText('9 days ago')).toBeInTheDocument()
  expect(screen.queryByText('Starts', { selector: 'dt' })).not.toBeInTheDocument()
})
