import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bulkApi } from '#contract/bulk.ts'
import { channelsApi } from '#contract/channels.ts'
import { ordersApi } from '#contract/orders.ts'
import { productsApi } from '#contract/products.ts'
import { dropForeignDrafts, readDraft, writeDraft } from '#web/lib/drafts.ts'
import { sessionKey } from '#web/lib/session.tsx'
import { buildCurrentUser, buildProductRow, buildSheetRow } from '#web/testing/builders.ts'
import { buildAttention, buildChannelDetail } from '#web/testing/channel-builders.ts'
import { buildOrder, buildOrderDetail } from '#web/testing/order-builders.ts'
import { openApp, renderPiece } from '#web/testing/render.tsx'
import { answerChannels } from '#web/testing/screen-answers.ts'
import { answer, refuse } from '#web/testing/server.ts'
import { DismissDialog } from './attention/dismiss-dialog.tsx'
import { EditAddressDialog } from './orders/edit-address.tsx'

const ops = buildCurrentUser()
const owner = sessionKey(ops)

async function offer() {
  const notice = await screen.findByText(/^You have unsaved changes from/)
  expect(notice).toHaveTextContent(/^You have unsaved changes from \d+:\d\d [AP]M\.$/)
}

/** As after a reload or a crash: nothing of the page is left but the browser's storage. */
const reload = () => cleanup()

describe('a form in a dialog', () => {
  beforeEach(() => {
    answer(productsApi.list, [], { total: 0 })
  })

  async function openDialog(user = ops) {
    const hands = openApp('/products', user)
    await hands.click(await screen.findByRole('button', { name: 'Add Product' }))
    return { hands, dialog: within(await screen.findByRole('dialog', { name: 'Add Product' })) }
  }

  async function typeTitle(title: string) {
    const { hands, dialog } = await openDialog()
    await hands.type(dialog.getByRole('textbox', { name: 'Title' }), title)
    return { hands, dialog }
  }

  it('offers after a reload what was typed, and restores it', async () => {
    await typeTitle('Deck Chair')
    reload()
    const { hands, dialog } = await openDialog()
    await offer()
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('')
    await hands.click(dialog.getByRole('button', { name: 'Restore' }))
    expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Deck Chair')
    expect(screen.queryByText(/^You have unsaved changes/)).not.toBeInTheDocument()
  })

  it('does not offer what was discarded', async () => {
    await typeTitle('Deck Chair')
    reload()
    const { hands, dialog } = await openDialog()
    await offer()
    await hands.click(dialog.getByRole('button', { name: 'Discard' }))
    expect(readDraft({ owner, name: 'product' })).toBeNull()
  })

  it('drops what a person chose to lose', async () => {
    const { hands, dialog } = await typeTitle('Deck Chair')
    await hands.click(dialog.getByRole('button', { name: 'Cancel' }))
    await hands.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(readDraft({ owner, name: 'product' })).toBeNull()
  })

  it('keeps the draft when saving fails, and drops it once it is saved', async () => {
    refuse(productsApi.create, 503, 'The database did not answer.')
    const { hands, dialog } = await typeTitle('Deck Chair')
    await hands.click(dialog.getByRole('button', { name: 'Create Product' }))
    await dialog.findByRole('alert')
    expect(readDraft({ owner, name: 'product' })?.values).toEqual({ title: 'Deck Chair' })
    answer(productsApi.create, buildProductRow({ title: 'Deck Chair' }))
    await hands.click(dialog.getByRole('button', { name: 'Create Product' }))
    await waitFor(() => expect(readDraft({ owner, name: 'product' })).toBeNull())
  })

  it('offers it to nobody else, and drops it when somebody else signs in', async () => {
    await typeTitle('Deck Chair')
    reload()
    const { dialog } = await openDialog(buildCurrentUser())
    expect(dialog.queryByText(/^You have unsaved changes/)).not.toBeInTheDocument()
    expect(readDraft({ owner, name: 'product' })).toBeNull()
  })
})

it('a draft is kept for seven days', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T09:00:00Z') })
  const key = { owner, name: 'product' }
  writeDraft(key, { title: 'Deck Chair' })
  vi.setSystemTime(new Date('2026-03-09T08:59:00Z'))
  dropForeignDrafts(ops.id)
  expect(readDraft(key)?.values).toEqual({ title: 'Deck Chair' })
  vi.setSystemTime(new Date('2026-03-09T09:01:00Z'))
  expect(readDraft(key)).toBeNull()
  dropForeignDrafts(ops.id)
  expect(JSON.stringify(localStorage)).not.toContain('Deck Chair')
  vi.useRealTimers()
})

it('a form with other fields changed meanwhile gets back only what was typed', async () => {
  const detail = buildOrderDetail(buildOrder())
  answer(ordersApi.detail, detail)
  const user = await renderPiece(<EditAddressDialog order={detail} onClose={() => undefined} />, { user: ops })
  const city = await screen.findByLabelText('City')
  await user.clear(city)
  await user.type(city, 'Tacoma')
  reload()
  answer(ordersApi.detail, {
    ...detail,
    shippingAddress: detail.shippingAddress && { ...detail.shippingAddress, line1: '2 Main St' },
  })
  const later = await renderPiece(<EditAddressDialog order={detail} onClose={() => undefined} />, { user: ops })
  await later.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(screen.getByLabelText('City')).toHaveValue('Tacoma')
  expect(screen.getByDisplayValue('2 Main St')).toBeInTheDocument()
})

it('the reason of a dismissal is kept per item', async () => {
  const row = buildAttention({ code: 'totals_differ' })
  const open = (shown = row) => renderPiece(<DismissDialog row={shown} onClose={() => undefined} />, { user: ops })
  const user = await open()
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'The shop rounds')
  reload()
  await open(buildAttention({ code: 'totals_differ' }))
  expect(screen.queryByText(/^You have unsaved changes/)).not.toBeInTheDocument()
  reload()
  const later = await open()
  await later.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('The shop rounds')
})

it('secrets are not kept', async () => {
  const channel = buildChannelDetail({ name: 'Instagram', type: 'meta_shops', hasAccessToken: true })
  answerChannels({ rows: [], detail: channel })
  answer(channelsApi.update, channel)
  const user = openApp(`/channels?channel=${channel.id}`, ops)
  await user.click(await screen.findByLabelText(/^Access token/))
  await user.paste('EAAB-very-secret-token')
  await user.click(screen.getByLabelText('Name'))
  await user.paste(' and more')
  expect(readDraft({ owner, name: `channel ${channel.id}` })?.values).toEqual({ name: 'Instagram and more' })
  expect(JSON.stringify(localStorage)).not.toContain('secret')
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
})

describe('the sheet', () => {
  const tee = buildSheetRow({ sku: 'TEE-L', title: 'Tee', price: 19, quantity: 40, version: 3 })
  const mug = buildSheetRow({ sku: 'MUG', title: 'Mug', price: 8.5, quantity: 3, version: 7 })

  beforeEach(() => {
    // jsdom has no layout, and a frame without a height shows no rows.
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
    answer(bulkApi.sheetData, [tee, mug], { total: 2 })
  })

  async function enable() {
    const hands = openApp('/sheet-view', ops)
    await hands.click(await screen.findByRole('button', { name: 'Enable Sheet View' }))
    await screen.findByRole('row', { name: /^TEE-L/ })
    return hands
  }

  const cell = (sku: string, index: number) =>
    within(screen.getByRole('row', { name: new RegExp(`^${sku} `) })).getAllByRole('gridcell')[index] as HTMLElement

  async function typeAndReload() {
    const hands = await enable()
    await hands.click(cell('MUG', 3))
    await hands.keyboard('5{Enter}')
    expect(cell('MUG', 6)).toHaveTextContent('Modified')
    reload()
    window.history.replaceState(null, '', '/')
  }

  it('restores after a reload what was typed, and keeps the rows of today', async () => {
    await typeAndReload()
    answer(bulkApi.sheetData, [tee, { ...mug, price: 9, version: 8 }], { total: 2 })
    const hands = await enable()
    await offer()
    await hands.click(screen.getByRole('button', { name: 'Restore' }))
    expect(cell('MUG', 3)).toHaveTextContent('5')
    expect(cell('MUG', 2)).toHaveTextContent('9.00')
    expect(cell('MUG', 6)).toHaveTextContent('Modified')
  })

  it('says which restored cells somebody else has changed since', async () => {
    await typeAndReload()
    answer(bulkApi.sheetData, [tee, { ...mug, quantity: 30, version: 8 }], { total: 2 })
    const hands = await enable()
    await offer()
    await hands.click(screen.getByRole('button', { name: 'Restore' }))
    expect(
      screen.getByText(
        '1 restored cell was changed by someone else in the meantime. Saving will replace their values with yours.',
      ),
    ).toBeInTheDocument()
  })

  it('says before it is enabled that there are unsaved changes, and drops them once discarded', async () => {
    await typeAndReload()
    const hands = openApp('/sheet-view', ops)
    expect(await screen.findByText(/Enable Sheet View to restore them\.$/)).toBeInTheDocument()
    await hands.click(screen.getByRole('button', { name: 'Enable Sheet View' }))
    await offer()
    await hands.click(screen.getByRole('button', { name: 'Discard' }))
    expect(readDraft({ owner, name: 'sheet' })).toBeNull()
  })
})
