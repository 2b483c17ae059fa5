import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type ChannelListing, channelListingsApi } from '#contract/channel-listings.ts'
import type { Role } from '#contract/roles.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerChannels } from '#web/testing/screen-answers.ts'
import { buildChannelDetail, buildChannelListing } from '#web/testing/channel-builders.ts'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'

const shop = buildChannelDetail()
const listing = buildChannelListing()

/** Opens the tab over these listings; `requests` records the queries. */
function openListings(rows: ChannelListing[], { role = 'ops', query = '' }: { role?: Role; query?: string } = {}) {
  answerChannels({ rows: [], detail: shop })
  const requests = answer(channelListingsApi.list, rows, { total: rows.length })
  const user = openApp(`/channels?channel=${shop.id}&tab=listings${query}`, buildCurrentUser({ role }))
  return { user, requests }
}

const item = async (sku: string) => within(await screen.findByRole('group', { name: sku }))

describe('a listing', () => {
  it('shows price, sellable units and sync status on the channel', async () => {
    const failed = { syncStatus: 'failed', syncError: 'The website answered 422.' } as const
    openListings([
      buildChannelListing({ sku: 'OWN', price: '26.00', externalId: '8841', sellable: 1_204 }),
      buildChannelListing({ sku: 'BAD', skuPrice: null, ...failed }),
      buildChannelListing({ sku: 'UNSENT', syncStatus: null, lastSyncedAt: null }),
    ])
    const own = await item('OWN')
    for (const text of ['$26.00', 'SKU price: $24.00', '1,204 sellable', '8841', 'Synced']) {
      expect(own.getByText(text)).toBeInTheDocument()
    }
    const bad = await item('BAD')
    for (const text of ['No price', 'Sync failed', 'The website answered 422.']) {
      expect(bad.getByText(text)).toBeInTheDocument()
    }
    const unsent = await item('UNSENT')
    for (const text of ['$24.00', 'SKU price', 'Not sent']) {
      expect(unsent.getByText(text)).toBeInTheDocument()
    }
  })

  it('is hidden at once, and keeps its visibility when a change fails', async () => {
    const { user } = openListings([listing])
    const visible = (await item('HP-1001')).getByRole('switch', { name: 'Visible' })
    const sent = answer(channelListingsApi.update, { ...listing, isVisible: false })
    answer(channelListingsApi.list, [{ ...listing, isVisible: false }], { total: 1 })
    await user.click(visible)
    expect(await screen.findByText('HP-1001 is no longer offered on Harbor Shop')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shop.id, skuId: listing.skuId, isVisible: false }])
    expect(visible).not.toBeChecked()

    refuse(channelListingsApi.update, 503, 'The database did not answer.')
    await user.click(visible)
    expect(await screen.findByText('Failed to offer HP-1001. The database did not answer.')).toBeInTheDocument()
    expect(visible).not.toBeChecked()
  })

  it('of an inactive SKU can’t be offered', async () => {
    openListings([{ ...listing, isActive: false, isVisible: false }])
    const inactive = await item('HP-1001')
    expect(inactive.getByText('Inactive')).toBeInTheDocument()
    expect(inactive.getByRole('switch')).toBeDisabled()
    expect(inactive.getByText('Inactive SKUs are not offered.')).toBeInTheDocument()
  })
})

describe('editing a listing', () => {
  async function openForm(row: ChannelListing) {
    const { user } = openListings([row])
    await user.click(await screen.findByRole('button', { name: 'Edit HP-1001' }))
    const form = within(screen.getByRole('dialog', { name: 'Edit HP-1001' }))
    return {
      user,
      form,
      price: form.getByRole('textbox', { name: /^Price/ }),
      id: form.getByRole('textbox', { name: /own ID/ }),
    }
  }

  it('sends changed fields only; an empty price restores the SKU’s price', async () => {
    const { user, form, price, id } = await openForm({ ...listing, price: '26.00', externalId: '8841' })
    expect(price).toHaveAccessibleDescription('Leave empty to use the SKU’s price, $24.00.')
    expect(id).toHaveValue('8841')
    await user.clear(price)
    await user.type(price, '12,5')
    await user.click(form.getByRole('button', { name: 'Save Changes' }))
    expect(await form.findByText(/^Price must be an amount/)).toBeInTheDocument()

    const sent = answer(channelListingsApi.update, listing)
    await user.clear(price)
    await user.click(form.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('HP-1001 has been saved for Harbor Shop')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shop.id, skuId: listing.skuId, price: null }])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit HP-1001' })).not.toBeInTheDocument())
  })

  it('shows at the id field which SKU has the id already', async () => {
    const { user, form, id } = await openForm(listing)
    const message = 'This id belongs to HP-2000 already'
    refuse(channelListingsApi.update, 409, `${message}.`, [{ field: 'externalId', message }])
    await user.type(id, '8841{Enter}')
    expect(await form.findByText(message)).toBeInTheDocument()
  })
})

describe('the listings', () => {
  it('are filtered by search and state, which the URL keeps until the tab is left', async () => {
    const { user, requests } = openListings([listing], { query: '&state=hidden' })
    await user.type(await screen.findByRole('searchbox', { name: 'Search listings' }), 'HP')
    await waitFor(() => expect(requests.at(-1)).toEqual({ channelId: shop.id, state: 'hidden', search: 'HP' }))
    expect(window.location.search).toBe(`?channel=${shop.id}&tab=listings&state=hidden&search=HP`)
    await user.click(screen.getByRole('combobox', { name: 'Listing status' }))
    await user.click(screen.getByRole('option', { name: 'All Statuses' }))
    await waitFor(() => expect(requests.at(-1)).toEqual({ channelId: shop.id, search: 'HP' }))
    await user.click(screen.getByRole('tab', { name: 'General' }))
    expect(window.location.search).toBe(`?channel=${shop.id}&tab=general`)
  })

  it('name the filters when nothing matches', async () => {
    const { user } = openListings([], { query: '&state=failed' })
    expect(await screen.findByText('No SKUs with the status “Sync failed”.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    expect(await screen.findByRole('link', { name: 'Go to Products' })).toBeInTheDocument()
  })

  it('show a spinner while they load', async () => {
    answerChannels({ rows: [], detail: shop })
    neverAnswer(channelListingsApi.list)
    openApp(`/channels?channel=${shop.id}&tab=listings`, buildCurrentUser())
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByRole('searchbox')).toBeInTheDocument()
    expect(drawer.getByText('Loading...')).toBeInTheDocument()
  })

  it('show an error when they can’t be loaded', async () => {
    openListings([])
    refuse(channelListingsApi.list, 503, 'The database did not answer.')
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
  })
})

it('the role Read Only sees all listings, and why it can’t change them', async () => {
  openListings([listing], { role: 'readonly' })
  expect((await item('HP-1001')).getByRole('switch')).toBeDisabled()
  const reason = 'Your role is Read Only. Operations and Admin can change listings.'
  expect(screen.getByText(reason)).toBeInTheDocument()
  await waitFor(() => expect(blockedReason('Edit HP-1001')).toBe(reason))
})
