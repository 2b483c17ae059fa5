import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ChannelType } from '#contract/channel-values.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildChannel, buildChannelDetail } from '#web/testing/channel-builders.ts'
import { buildOrder } from '#web/testing/order-builders.ts'
import { openApp, renderPiece } from '#web/testing/render.tsx'
import { answerChannels, answerDashboard, answerOrders } from '#web/testing/screen-answers.ts'
import { ChannelStatusCard } from '../dashboard/channel-status-card.tsx'

/** A tab of this release may be open while a newer server has a type of channel that it doesn't know. */
const type = 'tiktok' as ChannelType
const ops = buildCurrentUser()

describe('a channel of an unknown type has a globe and a neutral label', () => {
  it('on the orders list', async () => {
    answerOrders({ rows: [buildOrder({ channelType: type, channelName: 'TikTok Shop' })] })
    openApp('/orders', ops)
    const name = await screen.findByText('TikTok Shop')
    expect(name.parentElement?.querySelector('.lucide-globe')).toBeInTheDocument()
  })

  it('on its card and in its drawer', async () => {
    const detail = buildChannelDetail({ name: 'TikTok Shop', type, platform: 'standard' })
    answerChannels({ rows: [{ ...detail, platform: null }], detail })
    const user = openApp('/channels', ops)
    const card = within(await screen.findByRole('region', { name: 'TikTok Shop' }))
    expect(card.getByText('Other channel')).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Settings for TikTok Shop' }))
    expect(await screen.findByLabelText('Name')).toHaveValue('TikTok Shop')
    expect(screen.queryByLabelText(/^Webhook URL/)).not.toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Connect' }))
    expect(await screen.findByText(/^This channel type is newer/)).toBeInTheDocument()
  })

  it('on the dashboard', async () => {
    answerDashboard({ channels: [buildChannel({ name: 'TikTok Shop', type })] })
    await renderPiece(<ChannelStatusCard />)
    const line = (await screen.findByText('TikTok Shop')).closest('li')
    expect(line?.querySelector('.lucide-globe')).toBeInTheDocument()
  })
})
