import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { channelConnectApi } from '#contract/channel-connect.ts'
import { type ChannelDetail, channelsApi } from '#contract/channels.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildChannelDetail, buildConnectedShop } from '#web/testing/channel-builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answerChannels } from '#web/testing/screen-answers.ts'
import { answer } from '#web/testing/server.ts'

const shopify = buildChannelDetail({ type: 'shopify', accountId: 'harbor-pine.myshopify.com', pushesStock: true })
const locations = [
  { id: 'gid://shopify/Location/1', name: 'Portland' },
  { id: 'gid://shopify/Location/2', name: 'Reno' },
]

async function openDrawer(detail: ChannelDetail, tab = 'general') {
  answerChannels({ rows: [], detail })
  answer(channelConnectApi.shop, buildConnectedShop({ channelId: detail.id, locations }))
  const user = openApp(`/channels?channel=${detail.id}&tab=${tab}`, buildCurrentUser())
  await screen.findByRole('tab', { selected: true })
  return user
}

describe('a shop connected by its API', () => {
  it('has settings of its own instead of those of a website', async () => {
    const user = await openDrawer({ ...shopify, locationId: 'gid://shopify/Location/1' })
    expect(await screen.findByRole('region', { name: 'Health of Harbor Shop' })).toHaveTextContent('In sync')
    expect(screen.getByText('harbor-pine.myshopify.com')).toBeInTheDocument()
    expect(screen.queryByLabelText(/^Webhook URL/)).not.toBeInTheDocument()
    await user.click(await screen.findByRole('combobox', { name: 'Location' }))
    await user.click(await screen.findByRole('option', { name: 'Reno' }))
    for (const name of ['Send prices', 'Ship once payment is authorized', 'Email and text this channel’s customers']) {
      await user.click(screen.getByRole('switch', { name }))
    }
    const sent = answer(channelsApi.update, shopify)
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() =>
      expect(sent).toEqual([
        {
          channelId: shopify.id,
          sendsPrices: true,
          messagesCustomers: false,
          shipsAuthorized: true,
          locationId: 'gid://shopify/Location/2',
        },
      ]),
    )
  })

  it('is disconnected after saying what stops and what stays', async () => {
    const user = await openDrawer(shopify)
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Disconnect Harbor Shop?' }))
    expect(question.getByText(/^What stops: order/)).toBeInTheDocument()
    expect(question.getByText(/^Orders, matches and settings stay here/)).toBeInTheDocument()
    const problem = 'Its webhooks could not be removed.'
    const sent = answer(channelConnectApi.disconnect, { channelId: shopify.id, problem })
    await user.click(question.getByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByText(`Harbor Shop is disconnected. ${problem}`)).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shopify.id }])
  })

  it('gets new credentials in place', async () => {
    const woo = buildChannelDetail({
      type: 'woocommerce',
      accountId: 'https://shop.example',
      accessError: 'Revoked.',
      pushesStock: true,
    })
    const user = await openDrawer(woo)
    expect(await screen.findByText('The shop denied access')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Reconnect' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reconnect WooCommerce' }))
    await user.click(dialog.getByRole('button', { name: 'Paste keys instead' }))
    expect(dialog.getByLabelText('Shop address')).toHaveValue('https://shop.example')
    const sent = answer(channelConnectApi.connectWoocommerce, buildConnectedShop({ channelId: woo.id }))
    for (const [label, key] of [
      ['Consumer key', 'ck_0123456789'],
      ['Consumer secret', 'cs_0123456789'],
    ] as const) {
      await user.click(dialog.getByLabelText(label))
      await user.paste(key)
    }
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Lockstep will keep updating its stock.')).toBeInTheDocument()
    expect(sent).toMatchObject([{ channelId: woo.id }])
  })

  it('has neither guides nor secrets of messages', async () => {
    const user = await openDrawer(shopify, 'connect')
    expect(await screen.findByText(/^Lockstep creates and monitors its own webhooks/)).toBeInTheDocument()
    await user.click(screen.getByRole('tab', { name: 'Keys' }))
    expect(await screen.findByRole('heading', { name: 'Feed key' })).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Webhook secret' })).not.toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Signing secret' })).not.toBeInTheDocument()
  })
})

describe('a website channel', () => {
  it.each(['general', 'connect'])('of WooCommerce can be connected directly from the tab %s', async (tab) => {
    const webhookUrl = 'https://shop.example/store/wp-json/lockstep/v1/events'
    const website = buildChannelDetail({ platform: 'woocommerce', webhookUrl })
    const user = await openDrawer(website, tab)
    expect(await screen.findByText('No programming needed. Orders and listings stay the same.')).toBeInTheDocument()
    const sent = answer(channelConnectApi.beginConsent, () => new Promise<never>(() => undefined))
    await user.click(screen.getByRole('button', { name: 'Connect directly' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Connect WooCommerce directly' }))
    await user.click(dialog.getByRole('button', { name: 'Connect with WooCommerce' }))
    await waitFor(() => expect(sent).toEqual([{ siteUrl: 'https://shop.example/store', channelId: website.id }]))
  })

  it('of its own making has no such offer, and no tab Matching', async () => {
    await openDrawer(buildChannelDetail())
    expect(await screen.findByLabelText('Name')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Connect directly' })).not.toBeInTheDocument()
    expect(screen.queryByRole('tab', { name: 'Matching' })).not.toBeInTheDocument()
  })
})
