import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConnectAttempt, channelConnectApi } from '#contract/channel-connect.ts'
import { channelItemsApi } from '#contract/channel-items.ts'
import { channelsApi } from '#contract/channels.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import { buildChannelDetail, buildConnectedShop } from '#web/testing/channel-builders.ts'
import { openApp, renderPiece } from '#web/testing/render.tsx'
import { answerChannels } from '#web/testing/screen-answers.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { AddChannelDialog } from '../add-channel-dialog.tsx'
import { ConsentReturn } from './consent-return.tsx'

beforeEach(() => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  answer(channelsApi.detail, buildChannelDetail({ type: 'woocommerce' }))
})

async function paste(user: UserEvent, label: string, text: string) {
  await user.click(screen.getByLabelText(label))
  await user.paste(text)
}

async function addShop(type: 'WooCommerce' | 'Shopify') {
  const matched: string[] = []
  const user = await renderPiece(
    <AddChannelDialog onCreated={() => undefined} onMatch={(id) => matched.push(id)} onClose={() => undefined} />,
  )
  await user.click(screen.getByRole('combobox', { name: 'Type' }))
  await user.click(await screen.findByRole('option', { name: type }))
  return { user, matched }
}

describe('WooCommerce', () => {
  it('is connected by its consent page, with nothing but the address', async () => {
    const consentUrl = 'https://shop.example/wc-auth/v1/authorize?app_name=Lockstep'
    const sent = answer(channelConnectApi.beginConsent, { attemptId: newId(), url: consentUrl })
    const { user } = await addShop('WooCommerce')
    expect(screen.getByText(/^Connect in five minutes/)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Connect with WooCommerce' }))
    expect(await screen.findByText('Enter your shop’s address')).toBeInTheDocument()
    await paste(user, 'Shop address', 'shop.example')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.open).toHaveBeenCalledExactlyOnceWith(consentUrl, '_self'))
    expect(sent).toEqual([{ siteUrl: 'https://shop.example' }])
  })

  it('is connected by pasted keys, whose page is linked from the address', async () => {
    const shop = buildConnectedShop()
    const { user, matched } = await addShop('WooCommerce')
    await paste(user, 'Shop address', 'shop.example')
    await user.click(screen.getByRole('button', { name: 'Paste keys instead' }))
    expect(screen.getByRole('link', { name: /REST API$/ })).toHaveAttribute(
      'href',
      'https://shop.example/wp-admin/admin.php?page=wc-settings&tab=advanced&section=keys',
    )
    await paste(user, 'Consumer key', 'ck_0123456789')
    await paste(user, 'Consumer secret', 'cs_0123456789')
    const message = 'The shop refuses this key'
    refuse(channelConnectApi.connectWoocommerce, 422, `${message}.`, [{ field: 'consumerKey', message }])
    await user.keyboard('{Enter}')
    expect(await screen.findByText(message)).toBeInTheDocument()

    const sent = answer(channelConnectApi.connectWoocommerce, shop)
    await user.click(screen.getByRole('button', { name: 'Connect' }))
    expect(await screen.findByText('Harbor & Pine is connected')).toBeInTheDocument()
    expect(screen.getByText('Nothing has been sent to the shop yet.')).toBeInTheDocument()
    for (const text of ['shop.example', 'USD', '117', '4']) expect(screen.getByText(text)).toBeInTheDocument()
    expect(screen.queryByRole('combobox', { name: 'Type' })).not.toBeInTheDocument()
    expect(sent).toEqual([
      { siteUrl: 'https://shop.example', consumerKey: 'ck_0123456789', consumerSecret: 'cs_0123456789' },
    ])
    await user.click(screen.getByRole('button', { name: 'Match products' }))
    expect(matched).toEqual([shop.channelId])
  })
})

it('Shopify is connected by an app of the seller, and asks for a location where there are several', async () => {
  const locations = [
    { id: 'gid://shopify/Location/1', name: 'Portland' },
    { id: 'gid://shopify/Location/2', name: 'Reno' },
  ]
  const shop = buildConnectedShop({ locations, warnings: ['The scope read_returns is missing.'] })
  const sent = answer(channelConnectApi.connectShopify, shop)
  const { user, matched } = await addShop('Shopify')
  expect(within(screen.getByRole('figure', { name: 'Scopes' })).getByText(/^read_orders,write_orders,/)).toBeVisible()
  await paste(user, 'Shop name', 'harbor-pine')
  await paste(user, 'Client ID', '0123456789abcdef')
  await paste(user, 'Client secret', 'shpss_0123456789')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('The scope read_returns is missing.')).toBeInTheDocument()
  expect(sent).toEqual([
    { shopDomain: 'harbor-pine.myshopify.com', clientId: '0123456789abcdef', clientSecret: 'shpss_0123456789' },
  ])

  await user.click(screen.getByRole('button', { name: 'Match products' }))
  expect(screen.getByText('Choose a location first.')).toBeInTheDocument()
  const saved = answer(channelsApi.update, buildChannelDetail({ id: shop.channelId }))
  await user.click(screen.getByRole('radio', { name: 'Reno' }))
  await user.click(screen.getByRole('button', { name: 'Match products' }))
  await waitFor(() => expect(matched).toEqual([shop.channelId]))
  expect(saved).toEqual([{ channelId: shop.channelId, locationId: 'gid://shopify/Location/2' }])
})

it('a shop’s name is offered after a reload, and its credentials are not kept', async () => {
  const { user } = await addShop('Shopify')
  await paste(user, 'Shop name', 'harbor-pine')
  await paste(user, 'Client ID', '0123456789abcdef')
  await paste(user, 'Client secret', 'shpss_0123456789')
  const kept = JSON.stringify(localStorage)
  expect(kept).toContain('harbor-pine')
  expect(kept).not.toMatch(/0123456789/)
})

it('WooCommerce’s pasted keys are not kept either', async () => {
  const { user } = await addShop('WooCommerce')
  await user.click(screen.getByRole('button', { name: 'Paste keys instead' }))
  await paste(user, 'Shop address', 'shop.example')
  await paste(user, 'Consumer key', 'ck_0123456789')
  await paste(user, 'Consumer secret', 'cs_0123456789')
  const kept = JSON.stringify(localStorage)
  expect(kept).toContain('shop.example')
  expect(kept).not.toMatch(/0123456789/)
})

describe('back from the consent page', () => {
  const attempt: ConnectAttempt = {
    id: newId(),
    status: 'waiting',
    siteUrl: 'https://shop.example',
    channelId: null,
    problem: null,
  }

  const showReturn = (isDenied = false) =>
    renderPiece(
      <ConsentReturn attemptId={attempt.id} isDenied={isDenied} onClose={() => undefined} onMatch={() => undefined} />,
    )

  it('the page waits for the shop’s key, shows the shop and leads to the matching screen', async () => {
    const detail = buildChannelDetail({ type: 'woocommerce', platform: 'standard' })
    answerChannels({ detail })
    answer(channelItemsApi.list, [], { total: 0 })
    answer(channelConnectApi.shop, buildConnectedShop({ channelId: detail.id }))
    let reads = 0
    answer(channelConnectApi.attempt, (): ConnectAttempt => {
      reads += 1
      return reads === 1 ? attempt : { ...attempt, status: 'connected', channelId: detail.id }
    })
    const user = openApp(`/channels?connect=${attempt.id}&success=1&user_id=x7Kq2mPz`, buildCurrentUser())
    expect(await screen.findByText('Waiting for https://shop.example…')).toBeInTheDocument()
    await user.click(await screen.findByRole('button', { name: 'Match products' }))
    expect(await screen.findByRole('tab', { name: 'Matching', selected: true })).toBeInTheDocument()
    expect(window.location.search).toBe(`?channel=${detail.id}&tab=matching`)
  })

  it('the page shows a problem, from which one can try again or paste keys', async () => {
    const problem = 'The key has no write access. Choose Read/Write.'
    answer(channelConnectApi.attempt, { ...attempt, status: 'failed', problem })
    const sent = answer(channelConnectApi.beginConsent, { attemptId: newId(), url: 'https://shop.example/again' })
    const user = await showReturn()
    expect(await screen.findByRole('alert')).toHaveTextContent(problem)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(window.open).toHaveBeenCalledWith('https://shop.example/again', '_self'))
    expect(sent).toEqual([{ siteUrl: 'https://shop.example' }])
    await user.click(screen.getByRole('button', { name: 'Paste keys instead' }))
    expect(screen.getByLabelText('Shop address')).toHaveValue('https://shop.example')
    expect(screen.getByLabelText('Consumer key')).toBeInTheDocument()
  })

  it('the page says at once that access was denied', async () => {
    answer(channelConnectApi.attempt, attempt)
    await showReturn(true)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Lockstep wasn’t approved on https://shop.example. Press Approve there to connect.',
    )
  })
})
