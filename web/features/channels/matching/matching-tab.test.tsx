import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { attentionApi } from '#contract/attention.ts'
import { channelConnectApi, type ChannelHealth } from '#contract/channel-connect.ts'
import { type ChannelItemRow, channelItemsApi } from '#contract/channel-items.ts'
import type { Role } from '#contract/roles.ts'
import { settingsApi } from '#contract/settings.ts'
import { buildCurrentUser, newId } from '#web/testing/builders.ts'
import {
  buildChannelDetail,
  buildChannelHealth,
  buildConnectedShop,
  buildItem,
  buildSkuChoice,
} from '#web/testing/channel-builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { blockedReason, openApp, renderPiece } from '#web/testing/render.tsx'
import { answerChannels } from '#web/testing/screen-answers.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { buildSettings } from '#web/testing/settings-builders.ts'
import { MatchingTab } from './matching-tab.tsx'

const shop = buildChannelDetail({ type: 'woocommerce', pushesStock: true })
const counts = { total: 2_300, matched: 117, suggested: 2, unmatched: 3, ignored: 1 }
const matchedBy = (by: 'sku' | 'barcode' | 'person') =>
  ({ skuId: newId(), sku: 'HP-1001', title: 'Harbor Lantern', by, at: '2026-01-01T00:00:00Z' }) as const

type TabOptions = {
  health?: Partial<ChannelHealth>
  channel?: typeof shop
  query?: string
  role?: Role
  total?: number
}

/** Renders the tab over these items. `requests` records the queries of the list. */
async function showTab(rows: ChannelItemRow[], options: TabOptions = {}) {
  const { health, channel = shop, query = '', role = 'ops', total = rows.length } = options
  answer(channelConnectApi.health, buildChannelHealth({ items: counts, ...health }))
  const requests = answer(channelItemsApi.list, rows, { total })
  const user = await renderPiece(<MatchingTab channel={channel} />, {
    path: `/channels${query}`,
    user: buildCurrentUser({ role }),
  })
  return { user, requests }
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

describe('an item', () => {
  it('shows what the shop says of it, our SKU, and why they were matched', async () => {
    await showTab([
      buildItem(),
      buildItem({ title: 'Rope', variant: null, state: 'matched', suggestion: null, match: matchedBy('barcode') }),
      buildItem({ title: 'Gift', state: 'unmatched', suggestion: null, reason: 'The SKU occurs twice in the shop.' }),
    ])
    const lantern = await row(/^Harbor Lantern/)
    for (const text of ['LANTERN-B', '0012345678905', '$24.00', '21 in the shop', 'HP-1001', 'Similar title']) {
      expect(lantern.getByText(text)).toBeInTheDocument()
    }
    expect((await row(/^Rope/)).getByText('Same barcode')).toBeInTheDocument()
    expect((await row(/^Gift/)).getByText('The SKU occurs twice in the shop.')).toBeInTheDocument()
  })

  it('is matched with the SKU suggested for it, and orders that waited are counted', async () => {
    const item = buildItem()
    const { user } = await showTab([item])
    const sent = answer(channelItemsApi.match, { matched: 1, undone: 0, orders: 2 })
    await user.click(await screen.findByRole('button', { name: 'Match Harbor Lantern, Brass with HP-1001' }))
    expect(
      await screen.findByText('Harbor Lantern is matched with HP-1001. 2 waiting orders can continue'),
    ).toBeInTheDocument()
    expect(sent).toEqual([
      { channelId: shop.id, matches: [{ externalId: item.externalId, skuId: item.suggestion?.skuId }] },
    ])
  })

  it('is matched with another SKU that is searched for', async () => {
    const item = buildItem()
    const { user } = await showTab([item])
    const listing = buildSkuChoice({ sku: 'HP-2000' })
    answer(attentionApi.skuChoices, { rows: [listing], total: 1 })
    const sent = answer(channelItemsApi.match, { matched: 1, undone: 0, orders: 0 })
    await user.click(await screen.findByRole('button', { name: 'Choose another SKU for Harbor Lantern, Brass' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose a SKU' }))
    await user.click(dialog.getByRole('button', { name: 'Match' }))
    expect(dialog.getByText('Choose a SKU first.')).toBeInTheDocument()
    await user.click(await dialog.findByRole('radio', { name: /HP-2000/ }))
    await user.click(dialog.getByRole('button', { name: 'Match' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent).toMatchObject([{ matches: [{ externalId: item.externalId, skuId: listing.skuId }] }])
  })

  it.each([
    ['Undo the match for Rope', { suggestion: null, state: 'matched', match: matchedBy('person') }, 'Match Undone'],
    ['Ignore Rope', { state: 'suggested' }, 'Product Ignored'],
  ] as const)('“%s” takes it for none of ours', async (button, state, title) => {
    const item = buildItem({ title: 'Rope', variant: null, ...state })
    const { user } = await showTab([item])
    const sent = answer(channelItemsApi.match, { matched: 0, undone: 1, orders: 0 })
    await user.click(await screen.findByRole('button', { name: button }))
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(sent).toMatchObject([{ matches: [{ externalId: item.externalId, skuId: null }] }])
  })

  it('shows why it could not be matched', async () => {
    const { user } = await showTab([buildItem()])
    refuse(channelItemsApi.match, 409, 'This SKU was deleted.')
    await user.click(await screen.findByRole('button', { name: /^Match Harbor Lantern/ }))
    expect(await screen.findByText('Failed to match Harbor Lantern. This SKU was deleted.')).toBeInTheDocument()
  })
})

describe('the list', () => {
  it('begins with what is to be checked, and is filtered by state and search', async () => {
    const { user, requests } = await showTab([buildItem()])
    expect(await screen.findByRole('button', { name: /To review/, pressed: true })).toHaveTextContent('To review2')
    expect(requests.at(-1)).toEqual({ channelId: shop.id, state: 'suggested' })
    await user.click(screen.getByRole('button', { name: /^Not matched/ }))
    await user.click(screen.getByRole('searchbox', { name: 'Search products' }))
    await user.paste('rope')
    await waitFor(() => expect(requests.at(-1)).toEqual({ channelId: shop.id, state: 'unmatched', search: 'rope' }))
    expect(window.location.search).toBe('?state=unmatched&search=rope')
  })

  it('accepts all suggestions after saying what happens', async () => {
    const { user } = await showTab([buildItem(), buildItem({ title: 'Rope' })])
    const sent = answer(channelItemsApi.acceptSuggestions, { matched: 2, orders: 1 })
    await user.click(await screen.findByRole('button', { name: 'Accept all 2 suggestions' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/^2 products will be matched with the suggested SKU/)).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Accept all' }))
    expect(await screen.findByText('2 products matched. 1 waiting order can continue')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shop.id }])
  })

  it('creates products of all items without a SKU, on every page, and tells which were left out', async () => {
    const items = ['A', 'B', 'C'].map((title) => buildItem({ title, state: 'unmatched', suggestion: null }))
    const { user } = await showTab(items.slice(0, 2), { query: '?state=unmatched', total: 3 })
    const sent = answer(channelItemsApi.createProducts, {
      created: 2,
      refused: [{ externalId: 'x', reason: 'It has no code.' }],
    })
    await user.click(await screen.findByRole('button', { name: 'Create products for 3 items' }))
    answer(channelItemsApi.list, items, { total: 3 })
    await user.click(await screen.findByRole('button', { name: 'Create products' }))
    expect(await screen.findByText('2 products created, 1 failed: It has no code.')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shop.id, externalIds: items.map(({ externalId }) => externalId) }])
  })

  it('is read-only for the role Read Only', async () => {
    await showTab([buildItem()], { role: 'readonly' })
    await screen.findByRole('button', { name: /^Match Harbor Lantern/ })
    await waitFor(() =>
      expect(blockedReason('Accept the suggestion')).toBe(
        'Your role is Read Only. Operations and Admin can match products.',
      ),
    )
  })
})

it('reading the products shows how far it is, live, and can be repeated', async () => {
  answerChannels({ detail: shop })
  answer(channelItemsApi.list, [], { total: 0 })
  answer(channelConnectApi.health, buildChannelHealth({ isReadingItems: true, items: { ...counts, suggested: 0 } }))
  const user = openApp(`/channels?channel=${shop.id}&tab=matching`, buildCurrentUser())
  expect(await screen.findByText('Loading products… 2,300 so far')).toBeInTheDocument()
  answer(channelConnectApi.health, buildChannelHealth({ itemsReadAt: new Date().toISOString(), items: counts }))
  FakeEventSource.latest.send('channels')
  const sent = answer(channelItemsApi.read, { channelId: shop.id })
  await user.click(await screen.findByRole('button', { name: 'Reload products' }))
  await waitFor(() => expect(sent).toEqual([{ channelId: shop.id }]))
})

describe('Start', () => {
  const fresh = { ...shop, pushesStock: false }

  it('says what changes in the shop, and sends prices only by choice', async () => {
    answer(channelConnectApi.shop, buildConnectedShop({ channelId: shop.id }))
    answer(settingsApi.read, buildSettings())
    const { user } = await showTab([], { channel: fresh })
    expect(await screen.findByText('117 products matched. Nothing has been sent to the shop yet.')).toBeInTheDocument()
    const sent = answer(channelConnectApi.start, { channelId: shop.id, skus: 117 })
    await user.click(screen.getByRole('button', { name: 'Start' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Start Harbor Shop' }))
    expect(
      await dialog.findByText(
        /^The quantities for 117 products will be replaced by Lockstep’s\. Prices stay as they are/,
      ),
    ).toBeInTheDocument()
    const prices = dialog.getByRole('switch', { name: 'Also send prices (USD)' })
    await waitFor(() => expect(prices).toBeEnabled())
    await user.click(prices)
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    expect(await screen.findByText('Stock for 117 SKUs is being sent to Harbor Shop')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shop.id, sendsPrices: true }])
  })

  it('warns of products that would be sold out in the shop', async () => {
    const firstPush = { changed: 9, soldOut: 3 }
    answer(channelConnectApi.shop, buildConnectedShop({ channelId: shop.id, firstPush }))
    answer(settingsApi.read, buildSettings())
    const { user } = await showTab([], { channel: fresh })
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    expect(await screen.findByText('3 products will be sold out in the shop')).toBeInTheDocument()
    expect(screen.getByText(/^Lockstep has no sellable stock for them\./)).toBeInTheDocument()
  })

  it('sends no prices to a shop of another currency', async () => {
    answer(channelConnectApi.shop, buildConnectedShop({ channelId: shop.id, currency: 'EUR' }))
    answer(settingsApi.read, buildSettings())
    const { user } = await showTab([], { channel: fresh })
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    expect(await screen.findByText('Not possible: your prices are in USD.')).toBeInTheDocument()
    expect(screen.getByRole('switch', { name: 'Also send prices (EUR)' })).toBeDisabled()
  })

  it('waits for a first match', async () => {
    await showTab([], { channel: fresh, health: { items: { ...counts, matched: 0 } } })
    await screen.findByText(/^0 products matched/)
    await waitFor(() => expect(blockedReason('Start')).toBe('Match at least one product first.'))
  })
})
