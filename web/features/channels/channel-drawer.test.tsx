import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { maskKey } from '#contract/channel-values.ts'
import { type ChannelDetail, channelsApi } from '#contract/channels.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerChannels, answerReveal } from '#web/testing/screen-answers.ts'
import { buildChannelDetail, channelSecrets } from '#web/testing/channel-builders.ts'
import { answer, refuse } from '#web/testing/server.ts'

const shop = buildChannelDetail()
const newKey = 'ls_live_zyxwvutsrqponmlkjihgfedcba098765'
const newFeedKey = 'ls_feed_zyxwvutsrqponmlkjihgfedcba098765'

async function openTab(tab: 'Keys' | 'Connect', detail: ChannelDetail, role: 'ops' | 'readonly' = 'ops') {
  answerChannels({ rows: [], detail })
  const user = openApp(`/channels?channel=${detail.id}&tab=${tab.toLowerCase()}`, buildCurrentUser({ role }))
  await screen.findByRole('tab', { name: tab, selected: true })
  return user
}

const code = (name: string) => screen.getByRole('figure', { name })
const everything = () => screen.getByRole('dialog').textContent

describe('the channel drawer', () => {
  it('opens from the card, keeps its tab in the URL and closes again', async () => {
    answerChannels({ detail: shop })
    const user = openApp('/channels', buildCurrentUser())
    await user.click(await screen.findByRole('button', { name: 'Settings for Harbor Shop' }))
    expect(await screen.findByRole('tab', { name: 'General', selected: true })).toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Keys' }))
    expect(window.location.search).toBe(`?channel=${shop.id}&tab=keys`)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(window.location.search).toBe(''))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('shows an error when the channel can’t be loaded', async () => {
    answerChannels({ rows: [] })
    refuse(channelsApi.detail, 404, 'This channel doesn’t exist.')
    openApp(`/channels?channel=${shop.id}&tab=nonsense`, buildCurrentUser())
    expect(await screen.findByRole('alert')).toHaveTextContent('This channel doesn’t exist.')
  })
})

describe('the tab Keys', () => {
  it('shows all secrets masked and the feed in each format', async () => {
    await openTab('Keys', { ...shop, previousKeyUntil: new Date(Date.now() + 5 * 3_600_000).toISOString() })
    const { webhookUrl: _inGeneral, ...keys } = channelSecrets
    for (const secret of Object.values(keys)) expect(screen.getByText(maskKey(secret))).toBeInTheDocument()
    expect(screen.getByText(/^The previous one still works/)).toHaveTextContent('expires in 5 hours')
    expect(screen.getByRole('textbox', { name: 'Feed as JSON' })).toHaveValue(shop.feedUrl)
    expect(screen.getByRole('textbox', { name: 'Feed as CSV' })).toHaveValue(shop.feedUrl.replace('.json', '.csv'))
    expect(screen.getByRole('textbox', { name: /^Feed as XML/ })).toHaveValue(shop.feedUrl.replace('.json', '.xml'))
  })

  it('creates the signing secret at the first reveal', async () => {
    const user = await openTab('Keys', { ...shop, signingSecret: null })
    answerReveal()
    answerChannels({ rows: [], detail: shop })
    await user.click(screen.getByRole('button', { name: 'Reveal signing secret' }))
    expect(await screen.findByText(channelSecrets.signingSecret)).toBeInTheDocument()
  })

  describe('replacing a key', () => {
    it('states when the old key expires, and shows the new key', async () => {
      const user = await openTab('Keys', shop)
      await user.click(screen.getByRole('button', { name: 'Replace API key' }))
      const dialog = within(screen.getByRole('dialog', { name: 'Replace API key' }))
      const overlap = dialog.getByRole('combobox', { name: 'Keep the old one valid' })
      expect(overlap).toHaveAccessibleDescription('The API stops accepting the old key in 24 hours.')
      await user.click(overlap)
      await user.click(await screen.findByRole('option', { name: 'Not at all' }))
      expect(overlap).toHaveAccessibleDescription('The API stops accepting the old key right away.')
      const sent = answer(channelsApi.rotate, { value: newKey })
      answerChannels({ rows: [], detail: { ...shop, apiKey: maskKey(newKey) } })
      await user.click(dialog.getByRole('button', { name: 'Replace API key' }))
      expect(await screen.findByText(newKey)).toBeInTheDocument()
      expect(screen.getByText('API key Saved')).toBeInTheDocument()
      expect(sent).toEqual([{ channelId: shop.id, secret: 'apiKey', overlapHours: 0 }])
    })

    it('replaces the feed key, after which the feed addresses contain the new one', async () => {
      const user = await openTab('Keys', shop)
      await user.click(screen.getByRole('button', { name: 'Replace feed key' }))
      const dialog = within(screen.getByRole('dialog', { name: 'Replace feed key' }))
      expect(dialog.getByRole('combobox')).toHaveAccessibleDescription(
        'Feed addresses with the old key stop working in 24 hours.',
      )
      const sent = answer(channelsApi.rotate, { value: newFeedKey })
      answerChannels({ rows: [], detail: { ...shop, feedKey: maskKey(newFeedKey) } })
      await user.click(dialog.getByRole('button', { name: 'Replace feed key' }))
      expect(await screen.findByText('Feed key Saved')).toBeInTheDocument()
      await waitFor(() =>
        expect(screen.getByRole('textbox', { name: 'Feed as CSV' })).toHaveValue(
          `https://lockstep.example/api/feed/harbor-shop.csv?key=${newFeedKey}`,
        ),
      )
      expect(sent).toEqual([{ channelId: shop.id, secret: 'feedKey', overlapHours: 24 }])
    })

    it('shows why it failed and stays open', async () => {
      const user = await openTab('Keys', shop)
      refuse(channelsApi.rotate, 503, 'The database did not answer.')
      await user.click(screen.getByRole('button', { name: 'Replace webhook secret' }))
      const dialog = within(screen.getByRole('dialog', { name: 'Replace webhook secret' }))
      await user.click(dialog.getByRole('button', { name: 'Replace webhook secret' }))
      expect(await dialog.findByRole('alert')).toHaveTextContent('The database did not answer.')
    })
  })

  it('stores the secret that Shopify created', async () => {
    const user = await openTab('Keys', buildChannelDetail({ platform: 'shopify' }))
    const sent = answer(channelsApi.rotate, ({ value }) => ({ value: value ?? '' }))
    await user.click(screen.getByRole('button', { name: 'Enter webhook secret' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Enter webhook secret' }))
    await user.click(dialog.getByRole('textbox', { name: 'Webhook secret' }))
    await user.paste('short')
    await user.keyboard('{Enter}')
    expect(await dialog.findByText('Webhook secret must have at least 16 characters')).toBeInTheDocument()
    await user.paste('-and-easy-to-guess')
    await user.keyboard('{Enter}')
    expect(await dialog.findByText(/^Webhook secret is too easy to guess/)).toBeInTheDocument()
    await user.paste('-0123456789abcdef')
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(sent).toMatchObject([
        { secret: 'webhookSecret', overlapHours: 24, value: 'short-and-easy-to-guess-0123456789abcdef' },
      ]),
    )
  })

  it('creates the first key of a Meta shop without asking for an overlap', async () => {
    const user = await openTab('Keys', buildChannelDetail({ type: 'meta_shops', apiKey: null, hasKey: false }))
    expect(screen.getByText('Not configured')).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Verify token' })).toBeInTheDocument()
    const sent = answer(channelsApi.rotate, { value: newKey })
    await user.click(screen.getByRole('button', { name: 'Create API key' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Create API key' }))
    expect(dialog.queryByRole('combobox')).not.toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Create API key' }))
    await waitFor(() => expect(sent).toMatchObject([{ secret: 'apiKey', overlapHours: 0 }]))
  })

  it('hides secrets from the role Read Only and says why it can’t replace them', async () => {
    await openTab(
      'Keys',
      { ...shop, apiKey: null, feedKey: null, webhookSecret: null, signingSecret: null },
      'readonly',
    )
    expect(screen.getAllByText('Visible to Operations and Admin only')).toHaveLength(4)
    expect(screen.queryByRole('button', { name: /^Reveal/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Make/ })).not.toBeInTheDocument()
    await waitFor(() =>
      expect(blockedReason('Replace API key')).toBe('Your role is Read Only. Operations and Admin can replace keys.'),
    )
  })
})

describe('the tab Connect', () => {
  it('fills the sample code of an own website with its URL, and with secrets only once revealed', async () => {
    const channel = buildChannelDetail()
    const requests = answerReveal()
    const user = await openTab('Connect', channel)
    expect(code('send-order.mjs')).toHaveTextContent(`'${channel.intakeUrl}'`)
    expect(code('create-order.mjs')).toHaveTextContent("'https://lockstep.example/api/v1/orders'")
    expect(code('.env')).toHaveTextContent('LOCKSTEP_WEBHOOK_SECRET=<webhook secret>')
    for (const secret of Object.values(channelSecrets)) expect(everything()).not.toContain(secret)

    await user.click(screen.getByRole('button', { name: 'Fill in the secrets' }))
    await waitFor(() => expect(code('.env')).toHaveTextContent(channelSecrets.signingSecret))
    expect(code('.env')).toHaveTextContent(`LOCKSTEP_WEBHOOK_SECRET=${channelSecrets.webhookSecret}`)
    expect(code('.env')).toHaveTextContent(`LOCKSTEP_API_KEY=${channelSecrets.apiKey}`)
    expect(requests).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Fill in the secrets' })).not.toBeInTheDocument()
  })

  it('shows secrets that were revealed in the tab Keys', async () => {
    answerReveal()
    const user = await openTab('Connect', buildChannelDetail())
    await user.click(screen.getByRole('tab', { name: 'Keys' }))
    await user.click(screen.getByRole('button', { name: 'Reveal API key' }))
    await screen.findByText(channelSecrets.apiKey)
    await user.click(screen.getByRole('tab', { name: 'Connect' }))
    expect(code('.env')).toHaveTextContent(`LOCKSTEP_API_KEY=${channelSecrets.apiKey}`)
  })

  it('passes the raw format to the library for a plain-text secret', async () => {
    await openTab('Connect', buildChannelDetail({ webhookSecret: '0b9f7c1e••••••••a1f0' }))
    expect(code('send-order.mjs')).toHaveTextContent("new Webhook(secret, { format: 'raw' })")
  })

  it('shows the steps for WooCommerce', async () => {
    answerReveal()
    const channel = buildChannelDetail({ platform: 'woocommerce' })
    const user = await openTab('Connect', channel)
    expect(screen.getByRole('textbox', { name: 'Delivery URL' })).toHaveValue(channel.intakeUrl)
    expect(screen.getByRole('button', { name: 'Reveal webhook secret' })).toBeInTheDocument()
    expect(code('wp-content/plugins/lockstep/lockstep.php')).toHaveTextContent("register_rest_route('lockstep/v1'")
    await user.click(screen.getByRole('button', { name: 'Fill in the secret' }))
    await waitFor(() =>
      expect(code('wp-config.php')).toHaveTextContent(
        `define('LOCKSTEP_SIGNING_SECRET', '${channelSecrets.signingSecret}');`,
      ),
    )
    await user.click(screen.getByRole('button', { name: 'General' }))
    expect(await screen.findByRole('tab', { name: 'General', selected: true })).toBeInTheDocument()
  })

  it('shows the steps for Shopify, whose secret is entered here', async () => {
    const channel = buildChannelDetail({ platform: 'shopify' })
    const user = await openTab('Connect', channel)
    expect(screen.getByRole('textbox', { name: 'URL' })).toHaveValue(channel.intakeUrl)
    expect(screen.getByRole('textbox', { name: 'Stock file' })).toHaveValue(
      'https://lockstep.example/api/feed/harbor-shop.csv?key=<feed key>',
    )
    const sent = answer(channelsApi.rotate, { value: '0123456789abcdef0123456789abcdef' })
    await user.click(screen.getByRole('button', { name: 'Enter webhook secret' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Enter webhook secret' }))
    await user.click(dialog.getByRole('textbox'))
    await user.paste('0123456789abcdef0123456789abcdef')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent).toMatchObject([{ value: '0123456789abcdef0123456789abcdef' }]))
  })

  it('shows the steps for Meta, with callback URL, verify token and a feed URL with the key', async () => {
    answerReveal()
    const channel = buildChannelDetail({ type: 'meta_shops' })
    const user = await openTab('Connect', channel)
    expect(screen.getByRole('textbox', { name: 'Callback URL' })).toHaveValue(channel.intakeUrl)
    await user.click(screen.getByRole('button', { name: 'Reveal verify token' }))
    expect(await screen.findByText(channelSecrets.webhookSecret)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Fill in the secret' }))
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Data feed URL' })).toHaveValue(
        `https://lockstep.example/api/feed/harbor-shop.xml?key=${channelSecrets.feedKey}`,
      ),
    )
  })

  it('shows the steps to the role Read Only without secrets', async () => {
    const hidden = { apiKey: null, feedKey: null, webhookSecret: null, signingSecret: null }
    await openTab('Connect', buildChannelDetail(hidden), 'readonly')
    expect(code('send-order.mjs')).toBeInTheDocument()
    await waitFor(() =>
      expect(blockedReason('Fill in the secrets')).toBe('Your role is Read Only. Operations and Admin can see keys.'),
    )
  })
})
