import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { promotionsApi } from '#contract/promotions.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answerPromotions } from '#web/testing/screen-answers.ts'
import { buildPromotion, buildPromotionDetail, buildUsage, buildUsageRow } from '#web/testing/promotion-builders.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import './promotion-form.tsx'
import './promotion-form.tsx'

const ops = buildCurrentUser()
const readonly = buildCurrentUser({ role: 'readonly' })

const card = async (title = 'Fall sale') => within(await screen.findByRole('region', { name: title }))

describe('the promotion list', () => {
  it('keeps search and state in the URL and sends them to the server', async () => {
    const requests = answerPromotions({ rows: [buildPromotion()] })
    const user = openApp('/promotions?state=active', ops)
    await card()
    await user.type(screen.getByRole('searchbox', { name: 'Search promotions' }), ' fall ')
    await waitFor(() => expect(requests.at(-1)).toEqual({ search: 'fall', state: 'active' }))
    await user.click(screen.getByRole('combobox', { name: 'State' }))
    await user.click(await screen.findByRole('option', { name: 'Used Up' }))
    await waitFor(() => expect(requests.at(-1)).toEqual({ search: 'fall', state: 'used_up' }))
    expect(window.location.search).toBe('?state=used_up&search=fall')
  })

  it('names the filters when nothing matches, and clears them', async () => {
    answerPromotions({ rows: [] })
    const user = openApp('/promotions?search=fall&state=expired', ops)
    expect(await screen.findByText('No promotion matches “fall” and the status Expired.')).toBeInTheDocument()
    answerPromotions({ rows: [buildPromotion()] })
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await card()
    expect(window.location.search).toBe('')
    expect(screen.getByRole('searchbox')).toHaveValue('')
  })

  it('offers to create the first promotion, without a chart', async () => {
    answerPromotions({ rows: [] })
    const user = openApp('/promotions', ops)
    expect(await screen.findByText('No promotions yet')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Show chart' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Create Your First Promotion' }))
    expect(await screen.findByRole('dialog', { name: 'Create Promotion' })).toBeInTheDocument()
  })

  it('shows a spinner while it loads', async () => {
    answerPromotions({})
    neverAnswer(promotionsApi.list)
    openApp('/promotions', ops)
    expect(await screen.findByRole('heading', { level: 1, name: 'Promotions' })).toBeInTheDocument()
    expect(screen.getByText('Loading...')).toBeInTheDocument()
  })

  it('shows why it can’t be loaded, retries on request, and refetches on changes', async () => {
    answerPromotions({})
    refuse(promotionsApi.list, 503, 'The database did not answer.')
    const user = openApp('/promotions', ops)
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answerPromotions({ rows: [buildPromotion()] })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await card()
    answerPromotions({ rows: [buildPromotion({ title: 'Winter' })] })
    FakeEventSource.latest.send('promotions')
    await card('Winter')
  })
})

describe('the uses of all promotions', () => {
  const usage = buildUsage({
    rows: [
      buildUsageRow({ uses: 3, discount: '12.50' }),
      buildUsageRow({ channelName: 'Instagram', uses: 1, discount: '30.00' }),
    ],
  })

  it('are summed up in a line, with a chart on request', async () => {
    answerPromotions({ rows: [buildPromotion()], usage })
    const user = openApp('/promotions', ops)
    const uses = within(await screen.findByRole('region', { name: 'Uses of all promotions' }))
    expect(await uses.findByText('4 uses')).toBeInTheDocument()
    expect(uses.getByText('$42.50')).toBeInTheDocument()
    const requests = answer(promotionsApi.usage, usage)
    await user.click(uses.getByRole('button', { name: 'Show chart' }))
    const legend = () => uses.getAllByRole('listitem').map(({ textContent }) => textContent)
    await waitFor(() => expect(legend()).toEqual(['Harbor Shop3', 'Instagram1']))
    await user.click(uses.getByRole('button', { name: 'Discount' }))
    expect(legend()).toEqual(['Instagram$30.00', 'Harbor Shop$12.50'])
    await user.click(uses.getByRole('button', { name: '7 days' }))
    await waitFor(() => expect(requests).toEqual([{ days: '7' }]))
    expect(window.location.search).toBe('?uses=shown')
  })

  it('do not block the list when there are none, or when they can’t be loaded', async () => {
    answerPromotions({ rows: [buildPromotion()] })
    openApp('/promotions?uses=shown', ops)
    expect(await screen.findByText('No orders used a promotion in the last 30 days')).toBeInTheDocument()
    expect(screen.getByText('No uses in the last 30 days')).toBeInTheDocument()
    refuse(promotionsApi.usage, 503, 'The database did not answer.')
    FakeEventSource.latest.send('promotions')
    expect(await screen.findByText('Uses for the last 30 days couldn’t be loaded')).toBeInTheDocument()
    await card()
  })
})

it('the list takes the focus when the focused card leaves it', async () => {
  const sale = buildPromotion()
  answerPromotions({ rows: [sale] })
  const user = openApp('/promotions?state=active', ops)
  await user.click((await card()).getByRole('button', { name: 'Actions for Fall sale' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  answer(promotionsApi.deactivate, sale)
  answerPromotions({ rows: [] })
  await user.click(screen.getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(screen.getByRole('region', { name: 'All promotions' })).toHaveFocus())
})

describe('the form opened from a card', () => {
  const sale = buildPromotionDetail({ version: 7 })

  async function edit(user: ReturnType<typeof openApp>, title: string) {
    await user.click(await screen.findByRole('button', { name: `Edit ${title}` }))
    return screen.findByLabelText('Title')
  }

  it('starts with the values of the card, also if an older version was open before', async () => {
    answerPromotions({ detail: sale })
    const user = openApp('/promotions', ops)
    await user.click(await screen.findByRole('link', { name: 'Fall sale' }))
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    answerPromotions({ detail: { ...sale, title: 'Theirs', version: 8 } })
    FakeEventSource.latest.send('promotions')
    expect(await edit(user, 'Theirs')).toHaveValue('Theirs')
  })

  it('keeps the input when the promotion leaves the list', async () => {
    answerPromotions({ detail: sale })
    const user = openApp('/promotions?state=active', ops)
    const title = await edit(user, 'Fall sale')
    fireEvent.input(title, { target: { value: 'Mine' } })
    answerPromotions({ rows: [] })
    FakeEventSource.latest.send('promotions')
    expect(await screen.findByText('No promotion matches the status Active.')).toBeInTheDocument()
    expect(title).toBeInTheDocument()
    expect(title).toHaveValue('Mine')
  })
})

describe('the role Read Only', () => {
  it('sees everything, and why nothing can be changed', async () => {
    answerPromotions({ rows: [buildPromotion()] })
    const user = openApp('/promotions', readonly)
    const sale = await card()
    expect(sale.getByText('FALL10')).toBeInTheDocument()
    for (const [button, deed] of [
      ['Create Promotion', 'create promotions'],
      ['Copy Fall sale', 'create promotions'],
      ['Edit Fall sale', 'change promotions'],
    ] as const) {
      await waitFor(() =>
        expect(blockedReason(button)).toBe(`Your role is Read Only. Operations and Admin can ${deed}.`),
      )
    }
    await user.click(sale.getByRole('button', { name: 'Actions for Fall sale' }))
    for (const name of [/^Deactivate/, /^End now/]) {
      expect(await screen.findByRole('menuitem', { name })).toHaveTextContent(
        /Operations and Admin can change promotions/,
      )
    }
  })
})
