import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { dashboardApi } from '#contract/dashboard.ts'
import { type FirstSteps, firstStepsApi } from '#contract/first-steps.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { buildSpeedPreview } from '#web/testing/order-builders.ts'
import { openApp, renderPiece } from '#web/testing/render.tsx'
import { answerDashboard, buildMetrics } from '#web/testing/screen-answers.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { FirstStepsCard } from './first-steps-card.tsx'

const channelId = newId()

const steps: FirstSteps = {
  amazon: { account: 'Harbor US' },
  stock: { skus: 412, readAt: null, isReading: false },
  channels: { count: 1, name: 'Harbor Shop' },
  matching: { matched: 3, left: 2, isReading: false, channelId },
  buffer: { isChosen: false, units: 0 },
  testOrder: { testedAt: null },
  live: { channels: 0 },
}

beforeEach(() => {
  answerDashboard({ metrics: { hasFirstSteps: true } })
  answer(firstStepsApi.read, steps)
})

const line = async (title: string) => {
  const found = (await screen.findByText(title)).closest('li')
  if (!found) throw new Error(`${title} is no step`)
  return found
}

describe('the first steps', () => {
  it('say what has come of each, how long it takes, and lead to what is left', async () => {
    await renderPiece(<FirstStepsCard />)
    expect(await screen.findByText('3 of 7')).toBeInTheDocument()
    expect(await line('Connect Amazon')).toHaveTextContent('Connect Amazon, doneConnected: Harbor US')
    expect(await line('Import your stock')).toHaveTextContent('412 SKUs imported')
    expect(await line('Match listings')).toHaveTextContent(
      'Match listings, to do · 5 minutes2 listings in your shops still have no SKU.',
    )
    const links = screen.getAllByRole('link').map((one) => one.getAttribute('href'))
    expect(links).toEqual([`/channels?channel=${channelId}&tab=matching`, '/settings?tab=system', '/channels'])
  })

  it('offer nothing to do to readers', async () => {
    await renderPiece(<FirstStepsCard />, { user: buildCurrentUser({ role: 'readonly' }) })
    await line('Match listings')
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })

  it('a decision to keep no buffer is a step', async () => {
    const decided = answer(firstStepsApi.decide, { ...steps, buffer: { isChosen: true, units: 0 } })
    const user = await renderPiece(<FirstStepsCard />)
    await user.click(await screen.findByRole('button', { name: 'No buffer' }))
    expect(await screen.findByText('No units held back')).toBeInTheDocument()
    expect(decided).toMatchObject([{ decision: 'keep_no_buffer' }])
  })

  it('disappear from the dashboard once they are hidden', async () => {
    answer(firstStepsApi.decide, steps)
    const user = openApp('/', buildCurrentUser())
    const hide = await screen.findByRole('button', { name: 'Hide' })
    answer(dashboardApi.metrics, buildMetrics())
    await user.click(hide)
    await waitFor(() => expect(hide).not.toBeInTheDocument())
  })
})

describe('the test order', () => {
  it('shows fee and dates of each speed, or why it is impossible', async () => {
    answer(firstStepsApi.testOrder, {
      sku: 'LAMP-1',
      title: 'Brass lamp',
      destination: 'San Francisco, US',
      speeds: [
        buildSpeedPreview(),
        buildSpeedPreview({ shippingSpeed: 'priority', isFulfillable: false, problems: ['Too far.'] }),
      ],
    })
    const user = await renderPiece(<FirstStepsCard />)
    await user.click(await screen.findByRole('button', { name: 'Try It' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Test order' }))
    const [standard, priority] = await dialog.findAllByRole('listitem')
    expect(standard).toHaveTextContent(/Standard.*\$5\.85/)
    expect(priority).toHaveTextContent('Too far.')
  })

  it('says why it failed and tries again', async () => {
    refuse(firstStepsApi.testOrder, 409, 'Import your stock first.')
    const user = await renderPiece(<FirstStepsCard />)
    await user.click(await screen.findByRole('button', { name: 'Try It' }))
    expect(await screen.findByText(/Import your stock first/)).toBeInTheDocument()
    answer(firstStepsApi.testOrder, { sku: 'LAMP-1', title: 'Lamp', destination: 'Berlin, DE', speeds: [] })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/to Berlin, DE/)).toBeInTheDocument()
  })
})
