import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dashboardApi } from '#contract/dashboard.ts'
import { type FirstSteps, firstStepsApi } from '#contract/first-steps.ts'
import { screenPaths } from '#contract/paths.ts'
import { Term, terms } from '#web/shared/terms.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { openApp, renderPiece } from '#web/testing/render.tsx'
import { answerDashboard, answerOrders, buildMetrics } from '#web/testing/screen-answers.ts'
import { answer } from '#web/testing/server.ts'

const noSteps: FirstSteps = {
  amazon: { account: null },
  stock: { skus: 0, readAt: null, isReading: false },
  channels: { count: 0, name: null },
  matching: { matched: 0, left: 0, isReading: false, channelId: null },
  buffer: { isChosen: false, units: 0 },
  testOrder: { testedAt: null },
  live: { channels: 0 },
}

beforeEach(() => {
  answerDashboard()
  answerOrders({ rows: [] })
})

async function openHelp(path: string, role: 'ops' | 'readonly' = 'ops') {
  const user = openApp(path, buildCurrentUser({ role }))
  await user.click(await screen.findByRole('button', { name: 'Help' }))
  return { user, guide: within(await screen.findByRole('dialog', { name: /^Help/ })) }
}

describe('help', () => {
  it.each([
    ['/', 'Help: Dashboard'],
    ['/orders', 'Help: Orders'],
    ['/help', 'Help: Help'],
  ])('at %s opens the guide to that screen', async (path, title) => {
    const { guide } = await openHelp(path)
    expect(guide.getByRole('heading', { name: title })).toBeInTheDocument()
    expect(guide.getByRole('link', { name: 'How Lockstep works' })).toHaveAttribute('href', '/help')
  })

  it('brings back the first steps', async () => {
    const { user, guide } = await openHelp('/')
    const decided = answer(firstStepsApi.decide, noSteps)
    answer(dashboardApi.metrics, buildMetrics({ hasFirstSteps: true }))
    answer(firstStepsApi.read, noSteps)
    await user.click(guide.getByRole('button', { name: 'Show First Steps' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(decided).toMatchObject([{ decision: 'show' }])
    expect(await screen.findByRole('heading', { name: 'First steps' })).toBeInTheDocument()
  })

  it('has one page that explains the product and its words', async () => {
    openApp('/help', buildCurrentUser({ role: 'readonly' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'How Lockstep Works' })).toBeInTheDocument()
    for (const { name } of Object.values(terms)) expect(screen.getByText(name)).toBeInTheDocument()
    expect(screenPaths).toContain('/help')
  })
})

it('a term explains itself to keyboard and tap', async () => {
  const user = await renderPiece(<Term name="held">Held for orders</Term>)
  await user.click(screen.getByRole('button', { name: 'Held for orders' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent(terms.held.meaning)
})
