import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type PromotionRow, promotionsApi } from '#contract/promotions.ts'
import { buildPromotion } from '#web/testing/promotion-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { PromotionMenu } from './promotion-menu.tsx'

async function openMenu(fields: Partial<PromotionRow> = {}) {
  const promotion = buildPromotion(fields)
  const user = await renderPiece(<PromotionMenu promotion={promotion} />, { path: '/promotions' })
  await user.click(screen.getByRole('button', { name: 'Actions for Fall sale' }))
  const choose = async (item: string, question: string) => {
    await user.click(await screen.findByRole('menuitem', { name: item }))
    return within(await screen.findByRole('alertdialog', { name: question }))
  }
  return { promotion, user, choose }
}

it('Deactivate asks for confirmation and states the consequences', async () => {
  const { promotion, user, choose } = await openMenu({ redemptionCount: 34 })
  const question = await choose('Deactivate', 'Deactivate Fall sale?')
  expect(question.getByText(/The 34 orders that used it will keep their discounts\./)).toBeInTheDocument()
  const sent = answer(promotionsApi.deactivate, promotion)
  await user.click(question.getByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText('Promotion Deactivated')).toBeInTheDocument()
  expect(sent).toEqual([{ promotionId: promotion.id }])
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

const past = '2026-01-01T00:00:00Z'
it.each([
  ['It will apply right away to carts that meet its conditions.', {}],
  ['It will start automatically on its start date.', { startsAt: '2999-01-01T00:00:00Z' }],
  ['Its end date has passed, so it will stay Expired until you set a later one.', { endsAt: past }],
  [
    'Its limit is reached, so it will stay Used Up until you raise the limit.',
    { maxRedemptions: 1, redemptionCount: 1 },
  ],
])('Activate asks for confirmation: %s', async (sentence, fields) => {
  const { promotion, user, choose } = await openMenu({ isActive: false, ...fields })
  const question = await choose('Activate', 'Activate Fall sale?')
  expect(question.getByText(sentence)).toBeInTheDocument()
  const sent = answer(promotionsApi.activate, promotion)
  await user.click(question.getByRole('button', { name: 'Activate' }))
  expect(await screen.findByText('Promotion Activated')).toBeInTheDocument()
  expect(sent).toEqual([{ promotionId: promotion.id }])
})

it('End now ends a running promotion after a confirmation', async () => {
  const { promotion, user, choose } = await openMenu({ redemptionCount: 1 })
  const question = await choose('End now', 'End Fall sale now?')
  expect(question.getByText(/The order that used it will keep its discount\./)).toBeInTheDocument()
  const sent = answer(promotionsApi.end, promotion)
  await user.click(question.getByRole('button', { name: 'End now' }))
  expect(await screen.findByText('Promotion Ended')).toBeInTheDocument()
  expect(sent).toEqual([{ promotionId: promotion.id }])
})

it.each([
  ['It hasn’t started yet. Deactivate it or change its dates.', { startsAt: '2999-01-01T00:00:00Z' }],
  ['It has already ended.', { endsAt: past }],
  ['It is already inactive.', { isActive: false }],
])('End now is blocked unless the promotion is running: %s', async (reason, fields) => {
  const { user } = await openMenu(fields)
  const item = await screen.findByRole('menuitem', { name: /^End now/ })
  expect(item).toHaveTextContent(reason)
  await user.click(item)
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
})

it('the confirmation stays open and shows why the server refused', async () => {
  const { user, choose } = await openMenu()
  const question = await choose('End now', 'End Fall sale now?')
  refuse(promotionsApi.end, 409, 'This promotion has already ended.')
  await user.click(question.getByRole('button', { name: 'End now' }))
  expect(await question.findByRole('alert')).toHaveTextContent('This promotion has already ended.')
})
