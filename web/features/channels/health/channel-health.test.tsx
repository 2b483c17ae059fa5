import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { channelConnectApi, type ChannelHealth } from '#contract/channel-connect.ts'
import { buildChannel, buildChannelHealth } from '#web/testing/channel-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { CardHealth } from './channel-health.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const show = (health: Partial<ChannelHealth>, channel = buildChannel({ type: 'shopify', platform: null })) => {
  answer(channelConnectApi.health, buildChannelHealth(health))
  return renderPiece(<CardHealth channel={channel} />)
}

it.each([
  ['In sync', { state: 'ok' }],
  ['Needs attention', { state: 'attention' }],
  ['No contact for 20 min', { state: 'silent', lastHeardAt: minutesAgo(90), lastPolledAt: minutesAgo(20) }],
  ['No contact for 3 hours', { state: 'silent', lastPolledAt: minutesAgo(180) }],
  ['No contact yet', { state: 'silent' }],
  ['Access denied', { state: 'refused' }],
  ['Not started', { state: 'not_started' }],
  ['Not connected', { state: 'disconnected' }],
  ['Paused', { state: 'paused' }],
] as const)('the status of a channel is shown as “%s”', async (label, health) => {
  await show(health)
  expect(await screen.findByText(label)).toBeInTheDocument()
})

it('a channel shows what is wrong, what waits since when, and the end of its access', async () => {
  await show({
    state: 'attention',
    notes: ['The webhook for orders was off. Lockstep switched it on again.'],
    lastHeardAt: minutesAgo(3),
    lastConfirmedAt: minutesAgo(4),
    credentialsExpireAt: new Date(Date.now() + 7 * 86_400_000 + 1_000).toISOString(),
    waiting: {
      offers: 12,
      oldestOfferAt: minutesAgo(5),
      messages: 1,
      oldestMessageAt: minutesAgo(6),
      deliveries: 0,
      oldestDeliveryAt: null,
      heldOrders: 2,
    },
    items: { total: 120, matched: 117, suggested: 2, unmatched: 1, ignored: 0 },
  })
  expect(await screen.findByText('The webhook for orders was off. Lockstep switched it on again.')).toBeInTheDocument()
  for (const text of ['3 minutes ago', '4 minutes ago', 'in 7 days']) expect(screen.getByText(text)).toBeInTheDocument()
  expect(screen.getByRole('list', { name: 'Waiting' }).textContent).toBe(
    '12 stock updates to send, oldest 5 minutes ago1 order update to send, oldest 6 minutes ago2 orders on hold at the channel',
  )
  expect(screen.getByRole('link', { name: '3 products to match in Harbor Shop' })).toBeInTheDocument()
})

it('the health that can’t be read says so on the card', async () => {
  refuse(channelConnectApi.health, 503, 'The database did not answer.')
  await renderPiece(<CardHealth channel={buildChannel()} />)
  expect(await screen.findByText('The connection’s health couldn’t be loaded.')).toBeInTheDocument()
})
