import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { attentionRemedies } from '#contract/attention-remedies.ts'
import { attentionApi, type AttentionRow } from '#contract/attention.ts'
import { channelDeliveriesApi } from '#contract/channel-deliveries.ts'
import type { Role } from '#contract/roles.ts'
import { blockedReason, openApp } from '#web/testing/render.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { answerChannels } from '#web/testing/screen-answers.ts'
import {
  buildChannelDetail,
  buildAttention,
  buildSkuChoice,
  buildUnknownItem,
  buildDelivery,
} from '#web/testing/channel-builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { answer, refuse } from '#web/testing/server.ts'

const shop = buildChannelDetail()
const unmapped = buildAttention({ channelId: shop.id })
const unread = buildDelivery()
const notUnderstood = buildAttention({
  code: 'webhook_not_understood',
  reason: 'The city is missing.',
  channelId: shop.id,
  deliveryId: unread.id,
  orderId: null,
  orderNumber: null,
})

const short = (sku: string) => ({ orderItemId: unread.id, skuId: `id-of-${sku}`, sku, quantity: 3, lacking: 2 })

const answerAttention = (rows: AttentionRow[], total = rows.length) => answer(attentionApi.list, rows, { total })

function openChannels(rows: AttentionRow[], { role = 'ops', query = '' }: { role?: Role; query?: string } = {}) {
  answerChannels({ detail: shop })
  const requests = answerAttention(rows)
  const user = openApp(`/channels${query}`, buildCurrentUser({ role }))
  return { user, requests }
}

const section = () => screen.findByRole('region', { name: 'Needs attention' })

describe('the attention card', () => {
  it('is hidden without items, appears with the first item and counts them', async () => {
    const { requests } = openChannels([])
    await screen.findByRole('region', { name: 'Harbor Shop' })
    expect(screen.queryByText('Needs attention')).not.toBeInTheDocument()
    expect(requests).toEqual([{ limit: '3' }])

    answerAttention([unmapped, notUnderstood], 1_204)
    FakeEventSource.latest.send('attention')
    const list = within(await section())
    expect(list.getByText('1,204 items to review, oldest first')).toBeInTheDocument()
    for (const text of ['Unknown SKU', 'LS-10012', '#1042 at Harbor Shop', unmapped.reason, 'The city is missing.']) {
      expect(list.getByText(text)).toBeInTheDocument()
    }
    for (const { code } of [unmapped, notUnderstood]) {
      expect(list.getByText(attentionRemedies[code])).toBeInTheDocument()
    }
  })

  it('shows an error above the channels when it can’t be loaded', async () => {
    answerChannels({ detail: shop })
    refuse(attentionApi.list, 503, 'The database did not answer.')
    openApp('/channels', buildCurrentUser())
    expect(await screen.findByRole('alert')).toHaveTextContent('Items that need attention couldn’t be loaded')
    expect(screen.getByRole('region', { name: 'Harbor Shop' })).toBeInTheDocument()
  })

  it('links to remedies on other pages', async () => {
    openChannels([
      buildAttention({ code: 'not_enough_stock', shortLines: [short('HP-1001'), short('HP-2')] }),
      buildAttention({ code: 'push_back_failed', channelId: shop.id }),
      buildAttention({ code: 'bad_address', reason: 'The city is missing.' }),
    ])
    const list = within(await section())
    for (const { sku, skuId } of [short('HP-1001'), short('HP-2')]) {
      expect(list.getByRole('link', { name: `See stock for ${sku}` })).toHaveAttribute(
        'href',
        `/inventory?sku=${skuId}`,
      )
    }
    expect(list.getByRole('link', { name: 'See messages to Harbor Shop' })).toHaveAttribute(
      'href',
      `/channels?channel=${shop.id}&tab=messages`,
    )
    expect(list.queryByRole('button', { name: /^Dismiss/ })).not.toBeInTheDocument()
  })

  it('of one channel is a tab of its drawer', async () => {
    const { requests } = openChannels([], { query: `?channel=${shop.id}&tab=attention` })
    expect(await screen.findByText(/^Nothing needs attention\./)).toBeInTheDocument()
    expect(requests).toContainEqual({ channelId: shop.id })
  })
})

describe('an unknown SKU', () => {
  async function openMapping(unknownItems = unmapped.unknownItems) {
    const lantern = buildSkuChoice({ evidence: 'Similar title' })
    const requests = answer(attentionApi.skuChoices, { rows: [lantern], total: 30 })
    const { user } = openChannels([{ ...unmapped, unknownItems }])
    await user.click(await screen.findByRole('button', { name: 'Map TEE-X' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Map SKU' }))
    return { user, dialog, requests, lantern }
  }

  it('is mapped to our SKU, found by search, also for future orders', async () => {
    const { user, dialog, requests, lantern } = await openMapping()
    await dialog.findByRole('radio')
    await user.click(dialog.getByRole('button', { name: 'Map SKU' }))
    expect(dialog.getByRole('alert')).toHaveTextContent('Choose a SKU first.')

    await user.type(dialog.getByRole('searchbox', { name: 'Search your SKUs' }), 'lantern')
    await waitFor(() => expect(requests.at(-1)).toEqual({ channelId: shop.id, code: 'TEE-X', search: 'lantern' }))
    expect(dialog.getByText(/^Showing 1 of 30\./)).toBeInTheDocument()
    await user.click(dialog.getByRole('radio', { name: /^HP-1001 .*Harbor Lantern/ }))
    expect(dialog.getByText('Also applies to future orders: TEE-X at Harbor Shop is now HP-1001.')).toBeVisible()

    const reply = { skuId: lantern.skuId, sku: 'HP-1001', lines: 3, orders: 2 }
    const sent = answer(attentionApi.mapSku, reply)
    answerAttention([])
    await user.click(dialog.getByRole('button', { name: 'Map SKU' }))
    expect(await screen.findByText('TEE-X is now HP-1001 for 3 lines in 2 orders')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shop.id, code: 'TEE-X', externalId: null, skuId: lantern.skuId }])
    await waitFor(() => expect(screen.queryByText('Needs attention')).not.toBeInTheDocument())
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())

    const undone = answer(attentionApi.unmapSku, { lines: 3, orders: 2 })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('TEE-X no longer has a SKU. 2 open orders are waiting.')).toBeInTheDocument()
    expect(undone).toEqual([{ channelId: shop.id, code: 'TEE-X', externalId: null, skuId: lantern.skuId }])
  })

  it('is shown as it was bought, with likely SKUs and their stock', async () => {
    const item = buildUnknownItem({ title: 'Hoodie, Small' })
    const { dialog } = await openMapping([item])
    expect(dialog.getByRole('region', { name: 'Sold' })).toHaveTextContent(
      'Hoodie, Small2 × $19.00 · order LS-10012 · code TEE-X',
    )
    const choice = (await dialog.findByRole('radio')).closest('label')
    expect(choice).toHaveTextContent('Likely')
    expect(choice).toHaveTextContent('120 in stock · at Amazon · Similar title')
  })

  it('becomes a new SKU with the code and title of the line', async () => {
    const { user, dialog } = await openMapping([buildUnknownItem({ title: 'Hoodie, Small' })])
    await user.click(dialog.getByRole('button', { name: 'Create a new SKU' }))
    expect(dialog.getByRole('textbox', { name: 'SKU' })).toHaveValue('TEE-X')
    await user.clear(dialog.getByRole('textbox', { name: 'SKU' }))
    await user.type(dialog.getByRole('textbox', { name: 'SKU' }), 'HOODIE-S')
    const reply = { skuId: shop.id, sku: 'HOODIE-S', lines: 1, orders: 1 }
    const sent = answer(attentionApi.mapSku, reply)
    await user.click(dialog.getByRole('button', { name: 'Create and map SKU' }))
    expect(await screen.findByText('TEE-X is now HOODIE-S for 1 line in 1 order')).toBeInTheDocument()
    const newSku = { sku: 'HOODIE-S', title: 'Hoodie, Small' }
    expect(sent).toEqual([{ channelId: shop.id, code: 'TEE-X', externalId: null, newSku }])
  })

  it('is a second code of a SKU that the channel knows by another one', async () => {
    const { user, dialog } = await openMapping()
    await user.click(await dialog.findByRole('radio'))
    expect(dialog.getByText('Also applies to future orders: TEE-X at Harbor Shop is now HP-1001.')).toBeVisible()
    refuse(
      attentionApi.mapSku,
      409,
      'TEE-X at Harbor Shop stands for HP-2 already. Change that in the channel’s listings first.',
    )
    await user.click(dialog.getByRole('button', { name: 'Map SKU' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('TEE-X at Harbor Shop stands for HP-2 already.')
  })

  it('that is a variation without a code of its own is mapped alone', async () => {
    const item = buildUnknownItem({ externalId: '33', title: 'Hoodie, Small' })
    const { user, dialog, lantern } = await openMapping([item])
    await user.click(await dialog.findByRole('radio'))
    expect(dialog.getByText(/Other items with the code TEE-X aren’t affected\.$/)).toBeVisible()
    const reply = { skuId: lantern.skuId, sku: 'HP-1001', lines: 1, orders: 1 }
    const sent = answer(attentionApi.mapSku, reply)
    await user.click(dialog.getByRole('button', { name: 'Map SKU' }))
    await waitFor(() =>
      expect(sent).toEqual([{ channelId: shop.id, code: 'TEE-X', externalId: '33', skuId: lantern.skuId }]),
    )
  })

  it('among a hundred is mapped a few at a time', async () => {
    const unknownSkus = Array.from({ length: 100 }, (_, index) => `TEE-${index}`)
    const unknownItems = unknownSkus.map((code) => buildUnknownItem({ code }))
    openChannels([{ ...unmapped, unknownSkus, unknownItems }])
    const list = within(await section())
    expect(list.getAllByRole('button', { name: /^Map/ })).toHaveLength(5)
    expect(list.getByText('and 95 more')).toBeInTheDocument()
  })
})

describe('a delivery that could not be parsed', () => {
  it('opens in the drawer, and Escape returns to the channels', async () => {
    const { user } = openChannels([notUnderstood])
    answer(channelDeliveriesApi.list, [unread], { total: 1 })
    answer(channelDeliveriesApi.detail, { ...unread, payload: '{}' })
    await user.click(await screen.findByRole('link', { name: 'Open delivery for order 1042' }))
    expect(await screen.findByRole('figure', { name: 'Payload' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  it('is replayed', async () => {
    const { user } = openChannels([notUnderstood])
    const sent = answer(channelDeliveriesApi.replay, { ...unread, state: 'waiting', error: null })
    const replay = await screen.findByRole('button', { name: 'Replay delivery for order 1042' })
    answerAttention([])
    await user.click(replay)
    expect(await screen.findByText('Replay Started')).toBeInTheDocument()
    expect(sent).toEqual([{ channelId: shop.id, deliveryId: unread.id }])
    await waitFor(() => expect(screen.queryByText('Needs attention')).not.toBeInTheDocument())
  })

  it('is dismissed with a reason', async () => {
    const { user } = openChannels([notUnderstood, unmapped])
    await user.click(await screen.findByRole('button', { name: 'Dismiss Couldn’t be processed for order 1042' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss this?' }))
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }))
    expect(await dialog.findByText('Reason is required')).toBeInTheDocument()

    refuse(attentionApi.dismiss, 409, 'This is resolved already.')
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A test order{Enter}')
    expect(await dialog.findByRole('alert')).toHaveTextContent('This is resolved already.')

    const sent = answer(attentionApi.dismiss, { id: notUnderstood.id })
    answerAttention([unmapped])
    await user.click(dialog.getByRole('button', { name: 'Dismiss' }))
    expect(await screen.findByText('Removed from the list. Your reason is in the timeline.')).toBeInTheDocument()
    expect(sent).toEqual([{ attentionId: notUnderstood.id, reason: 'A test order' }])
    await waitFor(() => expect(screen.queryByText('The city is missing.')).not.toBeInTheDocument())
    await waitFor(async () => expect(await section()).toHaveFocus())
  })
})

it('the role Read Only sees why the remedies are blocked', async () => {
  openChannels([unmapped, { ...unmapped, id: notUnderstood.id, code: 'totals_differ' }], { role: 'readonly' })
  await section()
  await waitFor(() =>
    expect(blockedReason('Map TEE-X')).toBe('Your role is Read Only. Operations and Admin can map SKUs.'),
  )
  await waitFor(() =>
    expect(blockedReason('Dismiss Totals differ for order LS-10012')).toBe(
      'Your role is Read Only. Operations and Admin can dismiss this.',
    ),
  )
})
