import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { observeApi, type ObservationRow } from '#contract/observe.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { ObservePage } from './observe-page.tsx'

const nothing = { at: null, speed: null, units: null, fee: null, currency: null, quantity: null }
const sent = { ...nothing, at: '2026-03-02T10:00:00Z', speed: 'standard', units: 2 } as const
const row = (changes: Partial<ObservationRow> = {}): ObservationRow => ({
  id: newId(),
  kind: 'order',
  label: 'LS-10231',
  orderId: newId(),
  channelName: 'Harbor Goods',
  decision: 'send',
  reason: null,
  planned: { ...sent, fee: '7.95', currency: 'USD' },
  actual: { ...sent, speed: 'priority' },
  verdict: 'speed_differs',
  times: 1,
  decidedAt: '2026-03-02T10:00:00Z',
  ...changes,
})

async function show(rows: ObservationRow[], observingSince: string | null = '2026-03-01T00:00:00Z') {
  answer(observeApi.summary, {
    observingSince,
    counts: [
      { kind: 'order', total: 12, same: 9, different: 2, waiting: 1 },
      { kind: 'stock', total: 4, same: 3, different: 1, waiting: 0 },
    ],
    fees: [{ currency: 'USD', amount: '81.20' }],
  })
  const asked = answer(observeApi.list, rows, { total: rows.length })
  const user = await renderPiece(<ObservePage />, { path: '/observe', user: buildCurrentUser({ role: 'ops' }) })
  return { user, asked }
}

it('shows what Lockstep’s plan done beside what happened', async () => {
  const shown = { quantity: 40 }
  await show([
    row(),
    row({
      kind: 'stock',
      label: 'BENCH',
      orderId: null,
      verdict: 'shows_more',
      planned: { ...nothing, ...shown },
      actual: { ...nothing, quantity: 43 },
    }),
    row({ decision: 'keep', reason: 'Not enough stock: RARE', verdict: 'sent_anyway' }),
  ])
  const [first, second, third] = (await screen.findAllByRole('row')).slice(1)
  expect(first).toHaveTextContent('LS-10231')
  expect(first).toHaveTextContent('Different speed')
  expect(first).toHaveTextContent('2 units · Standard · $7.95')
  expect(first).toHaveTextContent('2 units · Priority')
  expect(second).toHaveTextContent('Shop shows more40 in stock43 in stock')
  expect(third).toHaveTextContent('held it for youNot enough stock: RARE')
  expect(await screen.findByText('9 of 11')).toBeInTheDocument()
  expect(screen.getByText('$81.20')).toBeInTheDocument()
})

it('asks for differences only, and for one kind', async () => {
  const { user, asked } = await show([row()])
  await user.click(await screen.findByRole('combobox', { name: 'Show' }))
  await user.click(await screen.findByRole('option', { name: 'Differences only' }))
  await user.click(screen.getByRole('combobox', { name: 'Kind' }))
  await user.click(await screen.findByRole('option', { name: 'Orders' }))
  await expect.poll(() => asked.at(-1)).toMatchObject({ only: 'differences', kind: 'order' })
})

it('without observing it says what observe mode is, and where to start it', async () => {
  await show([], null)
  expect(await screen.findByText(/Observe mode is off/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open Settings' })).toHaveAttribute('href', '/settings?tab=system')
})

it('while nothing is decided yet it says when something appears', async () => {
  await show([])
  expect(await screen.findByText(/No decisions yet/)).toBeInTheDocument()
})

it('a list that could not be loaded can be tried again', async () => {
  answer(observeApi.summary, { observingSince: null, counts: [], fees: [] })
  refuse(observeApi.list, 500, 'Something went wrong.')
  await renderPiece(<ObservePage />, { path: '/observe', user: buildCurrentUser() })
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('button', { name: /Try again|Retry/i })).toBeInTheDocument()
})
