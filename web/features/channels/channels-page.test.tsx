import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { channelsApi } from '#contract/channels.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerChannels, answerReveal } from '#web/testing/screen-answers.ts'
import { buildChannel, buildChannelDetail, channelSecrets } from '#web/testing/channel-builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser()
const readonly = buildCurrentUser({ role: 'readonly' })
const minuteAgo = () => new Date(Date.now() - 5 * 60_000).toISOString()

const card = async (name: string) => within(await screen.findByRole('region', { name }))

describe('a channel card', () => {
  it('shows type, status and feed URL of the channel', async () => {
    answerChannels({ rows: [buildChannel({ platform: 'woocommerce', lastOrderAt: minuteAgo() })] })
    openApp('/channels', ops)
    const shop = await card('Harbor Shop')
    for (const text of [
      'Website · WooCommerce',
      'Active',
      'Connected',
      'ls_live_••••••••stuv',
      '5 minutes ago',
      'Never',
    ]) {
      expect(shop.getByText(text)).toBeInTheDocument()
    }
    const feed = shop.getByRole('textbox', { name: 'Product feed URL' })
    expect(feed).toHaveValue('https://lockstep.example/api/feed/harbor-shop.json')
    expect(feed).toHaveAttribute('readonly')
    expect(feed).toHaveAccessibleDescription(
      'Reveal the feed key to copy the whole address. Addresses with the API key are refused.',
    )
    expect(shop.queryByRole('link')).not.toBeInTheDocument()
  })

  it.each([
    ['first_order', 'Waiting for first order'],
    ['access_token', 'Waiting for access token'],
  ] as const)('of a new channel says what it waits for instead of Connected: %s', async (waitsFor, label) => {
    answerChannels({ rows: [buildChannel({ waitsFor })] })
    openApp('/channels', ops)
    const shop = await card('Harbor Shop')
    expect(shop.getByText(label)).toBeInTheDocument()
    expect(shop.queryByText('Connected')).not.toBeInTheDocument()
  })

  it('of a type other than website has neither key nor feed', async () => {
    answerChannels({ rows: [buildChannel({ name: 'Instagram', type: 'meta_shops', platform: null, isActive: false })] })
    openApp('/channels', ops)
    const shop = await card('Instagram')
    for (const text of ['Meta Shops', 'Inactive', 'Disconnected']) expect(shop.getByText(text)).toBeInTheDocument()
    expect(shop.queryByText('API key')).not.toBeInTheDocument()
    expect(shop.queryByRole('textbox')).not.toBeInTheDocument()
  })

  it.each([ops, readonly])('tells the role $role that no key is configured', async (role) => {
    answerChannels({ rows: [buildChannel({ apiKey: null, hasKey: false })] })
    openApp('/channels', role)
    expect((await card('Harbor Shop')).getByText('Not configured')).toBeInTheDocument()
  })

  it('shows that the channel rejects Lockstep, and links to its problems', async () => {
    const detail = buildChannelDetail({ accessError: 'The token has expired.', problems: 1_204 })
    answerChannels({ detail })
    const user = openApp('/channels', ops)
    expect((await card('Harbor Shop')).getByRole('alert')).toHaveTextContent('The token has expired.')
    await user.click(screen.getByRole('link', { name: '1,204 problems to look at in Harbor Shop' }))
    expect(await screen.findByRole('dialog', { name: /^Harbor Shop/ })).toBeInTheDocument()
    expect(window.location.search).toBe(`?channel=${detail.id}&tab=attention`)
  })

  it('counts one problem, and none', async () => {
    answerChannels({
      rows: [buildChannel({ problems: 1 }), buildChannel({ name: 'Quiet Shop', problems: 0 })],
    })
    openApp('/channels', ops)
    expect((await card('Harbor Shop')).getByText('1 problem to look at')).toBeInTheDocument()
    expect((await card('Quiet Shop')).queryByText(/to review/)).not.toBeInTheDocument()
  })

  it('reveals and hides the key', async () => {
    answerChannels({ rows: [buildChannel()] })
    const requests = answerReveal()
    const user = openApp('/channels', ops)
    await user.click(await screen.findByRole('button', { name: 'Reveal API key for Harbor Shop' }))
    expect(await screen.findByText(channelSecrets.apiKey)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Copy API key for Harbor Shop' })).toBeInTheDocument()
    expect(requests).toMatchObject([{ secret: 'apiKey' }])
    await user.click(screen.getByRole('button', { name: 'Hide API key for Harbor Shop' }))
    expect(screen.queryByText(channelSecrets.apiKey)).not.toBeInTheDocument()
  })

  it('hides a revealed key once it is replaced', async () => {
    const channel = buildChannel()
    answerChannels({ rows: [channel] })
    answerReveal()
    const user = openApp('/channels', ops)
    await user.click(await screen.findByRole('button', { name: 'Reveal API key for Harbor Shop' }))
    await screen.findByText(channelSecrets.apiKey)
    answerChannels({ rows: [{ ...channel, apiKey: 'ls_live_••••••••9999' }] })
    FakeEventSource.latest.send('channels')
    expect(await screen.findByText('ls_live_••••••••9999')).toBeInTheDocument()
    expect(screen.queryByText(channelSecrets.apiKey)).not.toBeInTheDocument()
  })

  it('shows the feed URL with its key once that is revealed, and never with the API key', async () => {
    answerChannels({ rows: [buildChannel()] })
    const requests = answerReveal()
    const user = openApp('/channels', ops)
    await user.click(await screen.findByRole('button', { name: 'Reveal API key for Harbor Shop' }))
    await screen.findByText(channelSecrets.apiKey)
    const feed = screen.getByRole('textbox', { name: 'Product feed URL' })
    expect(feed).toHaveValue('https://lockstep.example/api/feed/harbor-shop.json')
    await user.click(screen.getByRole('button', { name: 'Reveal feed key for Harbor Shop' }))
    await waitFor(() =>
      expect(feed).toHaveValue(`https://lockstep.example/api/feed/harbor-shop.json?key=${channelSecrets.feedKey}`),
    )
    expect(feed).toHaveAccessibleDescription('This address contains the feed key, which can only read inventory.')
    expect(requests).toMatchObject([{ secret: 'apiKey' }, { secret: 'feedKey' }])
  })

  it('makes the feed key of a channel from before at the first reveal', async () => {
    const older = buildChannel({ feedKey: null })
    answerChannels({ rows: [older] })
    answerReveal()
    const user = openApp('/channels', ops)
    const reveal = await screen.findByRole('button', { name: 'Reveal feed key for Harbor Shop' })
    expect(screen.getByText('Created when first revealed')).toBeInTheDocument()
    answerChannels({ rows: [buildChannel({ id: older.id })] })
    await user.click(reveal)
    expect(await screen.findByText(channelSecrets.feedKey)).toBeInTheDocument()
  })

  it('says that an old feed address is refused, and what to do', async () => {
    answerChannels({
      rows: [buildChannel({ feedRefusedAt: minuteAgo() }), buildChannel({ name: 'Quiet Shop', feedRefusedAt: null })],
    })
    openApp('/channels', readonly)
    const notice = (await card('Harbor Shop')).getByRole('status')
    expect(notice).toHaveTextContent('An old product feed address was refused')
    expect(notice).toHaveTextContent('5 minutes ago with a key that can also place orders')
    expect(notice).toHaveTextContent('enter the new product feed URL')
    expect((await card('Quiet Shop')).queryByRole('status')).not.toBeInTheDocument()
  })

  it('shows why a key can’t be revealed', async () => {
    answerChannels({ rows: [buildChannel()] })
    refuse(channelsApi.reveal, 503, 'The database did not answer.')
    const user = openApp('/channels', ops)
    await user.click(await screen.findByRole('button', { name: 'Reveal API key for Harbor Shop' }))
    expect(await screen.findByText('Failed to show the secret. The database did not answer.')).toBeInTheDocument()
  })
})

describe('Sync', () => {
  it('starts a catalog sync', async () => {
    const channel = buildChannel()
    answerChannels({ rows: [channel] })
    const sent = answer(channelsApi.syncCatalog, { channelId: channel.id, skus: 3 })
    const user = openApp('/channels', ops)
    await user.click(await screen.findByRole('button', { name: 'Sync Harbor Shop' }))
    expect(await screen.findByText('Sync Started')).toBeInTheDocument()
    expect(screen.getByText('Catalog sync has been initiated')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: channel.id }])
  })

  it('shows when it fails', async () => {
    answerChannels({ rows: [buildChannel()] })
    refuse(channelsApi.syncCatalog, 503, 'The database did not answer.')
    const user = openApp('/channels', ops)
    await user.click(await screen.findByRole('button', { name: 'Sync Harbor Shop' }))
    expect(await screen.findByText('Sync Failed')).toBeInTheDocument()
    expect(screen.getByText('Failed to start catalog sync. The database did not answer.')).toBeInTheDocument()
  })

  it('is blocked for an inactive channel', async () => {
    answerChannels({ rows: [buildChannel({ isActive: false })] })
    openApp('/channels', ops)
    await card('Harbor Shop')
    await waitFor(() => expect(blockedReason('Sync Harbor Shop')).toContain('This channel is inactive.'))
  })
})

describe('the channel list', () => {
  it('shows a spinner while it loads', async () => {
    answerChannels({})
    neverAnswer(channelsApi.list)
    openApp('/channels', ops)
    expect(await screen.findByRole('heading', { level: 1, name: 'Channels' })).toBeInTheDocument()
    expect(screen.getByText('Loading...')).toBeInTheDocument()
  })

  it('offers to add the first channel', async () => {
    answerChannels({ rows: [] })
    const user = openApp('/channels', ops)
    await user.click(await screen.findByRole('button', { name: 'Add Your First Channel' }))
    expect(await screen.findByRole('dialog', { name: 'Add Channel' })).toBeInTheDocument()
  })

  it('shows why it can’t be loaded, and retries on request', async () => {
    answerChannels({})
    refuse(channelsApi.list, 503, 'The database did not answer.')
    const user = openApp('/channels', ops)
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answerChannels({ rows: [buildChannel()] })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await card('Harbor Shop')
  })
})

describe('the role Read Only', () => {
  it('sees no key, and why nothing can be changed', async () => {
    answerChannels({ rows: [buildChannel({ apiKey: null, feedKey: null })] })
    openApp('/channels', readonly)
    const shop = await card('Harbor Shop')
    expect(shop.getAllByText('Visible to Operations and Admin only')).toHaveLength(2)
    expect(shop.queryByRole('button', { name: /^Reveal/ })).not.toBeInTheDocument()
    await waitFor(() =>
      expect(blockedReason('Add Channel')).toBe('Your role is Read Only. Operations and Admin can add channels.'),
    )
    await waitFor(() =>
      expect(blockedReason('Sync Harbor Shop')).toBe('Your role is Read Only. Operations and Admin can start a sync.'),
    )
  })
})
