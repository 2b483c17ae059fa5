import { screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '#contract/auth.ts'
import { marketplaceApi } from '#contract/marketplace.ts'
import { searchApi, type SearchResults } from '#contract/search.ts'
import { FormDialog } from '#web/shared/form-dialog.tsx'
import { isPageShortcut } from '#web/ui/kbd.tsx'
import { UnsavedChangesGuard } from '#web/shared/unsaved-changes.tsx'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, neverAnswer, refuse } from '#web/testing/server.ts'
import { readTheme, writeTheme } from '#web/ui/theme.tsx'
import { Overlays } from './overlays.tsx'
import { SearchButton } from './search-button.tsx'
// Imported here so that the first test does not wait for the lazy chunk to compile.
import './search-dialog.tsx'
import { footerMenu, mainMenu } from '../menu.tsx'
import { jumpPaths } from '#web/shared/jumps.ts'
import { allShortcuts } from '#web/shared/keyboard-shortcuts.tsx'
import './shortcuts-dialog.tsx'

const nothing: SearchResults = { orders: [], skus: [], products: [], customers: [], promotions: [] }
const [orderId, skuId, productId, customerId, promotionId] = [1, 2, 3, 4, 5].map(
  (digit) => `01890000-0000-7000-8000-00000000000${digit}`,
) as [string, string, string, string, string]
const placedAt = '2026-03-02T09:00:00.000Z'
const everything: SearchResults = {
  orders: [
    {
      id: orderId,
      orderNumber: 'LS-10042',
      externalOrderId: 'MUG-7',
      externalNumber: '#1043',
      channelName: 'Harbor & Pine Store',
      customerName: 'Ana Mugler',
      status: 'placed',
      placedAt,
    },
  ],
  skus: [{ id: skuId, sku: 'MUG-GRY', asin: 'B0MUG00001', title: 'Grey mug', qtyAvailable: 12 }],
  products: [{ id: productId, title: 'Stoneware mug', brand: 'Harbor', isActive: false }],
  customers: [{ id: customerId, name: 'Ana Mugler', newestOrderId: orderId, newestOrderAt: placedAt }],
  promotions: [{ id: promotionId, title: 'Mug week', code: 'MUGS', state: 'used_up' }],
}

beforeEach(() => void answer(searchApi.find, nothing))

async function openSearch(user: CurrentUser = buildCurrentUser({ role: 'ops' }), beside: ReactNode = null) {
  const hands = await renderPiece(
    <Overlays>
      <SearchButton isFolded={false} />
      <input aria-label="Note" />
      {beside}
    </Overlays>,
    { user },
  )
  if (!beside) await hands.click(screen.getByRole('textbox', { name: 'Note' }))
  await hands.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Search' })
  return hands
}

function TypedIn() {
  return (
    <FormDialog title="A form" onClose={() => undefined}>
      {({ onDirtyChange }) => <Dirty onDirtyChange={onDirtyChange} />}
    </FormDialog>
  )
}

function Dirty({ onDirtyChange }: { onDirtyChange: (isDirty: boolean) => void }) {
  useEffect(() => onDirtyChange(true), [onDirtyChange])
  return null
}

const box = () => screen.getByRole('combobox', { name: 'Search' })
const group = async (name: string) => within(await screen.findByRole('group', { name }))
const labels = (): (string | null)[] => screen.queryAllByRole('option').map((option) => option.textContent)
const chosen = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')
const address = () => window.location.pathname + window.location.search

describe('the search everywhere', () => {
  it('keeps what is typed before it is loaded', async () => {
    const hands = await renderPiece(
      <Overlays>
        <input aria-label="Note" />
      </Overlays>,
      { user: buildCurrentUser({ role: 'ops' }) },
    )
    await hands.click(screen.getByRole('textbox', { name: 'Note' }))
    await hands.keyboard('{Control>}k{/Control}MUG-7')
    await waitFor(() => expect(box()).toHaveValue('MUG-7'))
    expect(screen.queryByRole('textbox', { name: 'Search' })).not.toBeInTheDocument()
    await hands.keyboard('8{Escape}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus())
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('')
  })

  it('opens by Ctrl-K while somebody types, and Esc gives the focus back', async () => {
    const user = await openSearch()
    expect(box()).toHaveFocus()
    expect(box()).toHaveAttribute('placeholder', 'Search orders, products, customers…')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus()
    await user.click(screen.getByRole('button', { name: 'Search' }))
    expect(await screen.findByRole('combobox', { name: 'Search' })).toHaveFocus()
  })

  it('shows results in groups, with the typed text highlighted', async () => {
    const requests = answer(searchApi.find, everything)
    const user = await openSearch()
    await user.type(box(), 'mug')
    const orders = await group('Orders')
    expect(orders.getByRole('option')).toHaveTextContent('LS-10042, #1043 at Harbor & Pine Store · Ana Mugler · Placed')
    const sku = (await group('SKUs')).getByRole('option')
    expect(sku).toHaveTextContent('MUG-GRY, Grey mug · B0MUG00001 · 12 units available')
    expect([...sku.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['MUG', 'mug', 'MUG'])
    const links = screen.getAllByRole('option').map((option) => option.getAttribute('href'))
    expect(links).toEqual([
      `/orders?order=${orderId}`,
      `/inventory?sku=${skuId}`,
      `/products?product=${productId}`,
      `/orders?customer=${customerId}`,
      `/promotions?promotion=${promotionId}`,
    ])
    expect(screen.getByText('5 results')).toBeInTheDocument()
    expect(requests).toEqual([{ q: 'mug' }])
  })

  it('can be used by keyboard alone', async () => {
    answer(searchApi.find, everything)
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const user = await openSearch()
    await user.type(box(), 'mug')
    await group('Promotions')
    expect(chosen()).toHaveTextContent('LS-10042')
    await user.keyboard('{End}')
    expect(chosen()).toHaveTextContent('Mug week')
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(chosen()).toHaveTextContent('Contacts and all orders')
    await user.keyboard('{Home}{ArrowDown}{Control>}{Enter}{/Control}')
    expect(opened).toHaveBeenCalledWith(`/inventory?sku=${skuId}`, '_blank', 'noopener')
    expect(screen.getByRole('dialog')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(address()).toBe(`/inventory?sku=${skuId}`)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    opened.mockRestore()
  })

  it('opens the first result of the typed text when Enter is pressed before the results arrive', async () => {
    let answerMug: (results: SearchResults) => void = () => undefined
    const mug = new Promise<SearchResults>((resolve) => (answerMug = resolve))
    const other = { ...nothing, skus: everything.skus.map((sku) => ({ ...sku, id: productId })) }
    answer(searchApi.find, ({ q }) => (q === 'mug' ? mug : other))
    const user = await openSearch()
    await user.type(box(), 'gry')
    await group('SKUs')
    await user.clear(box())
    await user.type(box(), 'mug{Enter}')
    expect(address()).toBe('/orders')
    answerMug(everything)
    await waitFor(() => expect(address()).toBe(`/orders?order=${orderId}`))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('asks before it leaves unsaved changes, and closes after leaving', async () => {
    const user = await openSearch(undefined, <UnsavedChangesGuard hasUnsaved onDiscard={() => undefined} />)
    await user.type(box(), 'chan{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(address()).toBe('/orders')
    await user.type(box(), '{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(address()).toBe('/channels'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('asks before it discards what was typed in a dialog', async () => {
    const user = await openSearch(undefined, <TypedIn />)
    await user.type(box(), 'chan{Enter}')
    expect(address()).toBe('/orders')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(address()).toBe('/channels'))
  })

  it('opens the page of a customer, also of one without a name', async () => {
    const [customer] = everything.customers
    answer(searchApi.find, { ...nothing, customers: customer ? [{ ...customer, name: '' }] : [] })
    const user = await openSearch()
    await user.type(box(), 'ana@example.com')
    const option = (await group('Customers')).getByRole('option', { name: /^Unnamed customer/ })
    expect(option).toHaveAttribute('href', `/orders?customer=${customerId}`)
  })

  it('finds screens and actions by fuzzy match, and only those that the role may use', async () => {
    neverAnswer(searchApi.find)
    const user = await openSearch(buildCurrentUser({ role: 'readonly' }))
    await user.type(box(), 'invtry')
    expect(labels()).toEqual(['Inventory', 'Inventory report'])
    await user.clear(box())
    await user.type(box(), 'a')
    for (const label of ['Admin Panel', 'Add channel', 'Add new product', 'Upload a file'])
      expect(labels()).not.toContain(label)
    expect(labels()).toContain('Needs attention')
  })

  it.each([true, false])('offers the Admin Panel to provider staff only (%s)', async (isProviderStaff) => {
    neverAnswer(searchApi.find)
    const user = await openSearch(buildCurrentUser({ role: 'admin', isProviderStaff }))
    await user.type(box(), 'admin pan')
    expect(labels()).toEqual(isProviderStaff ? ['Admin Panel'] : [])
  })

  it('runs an action', async () => {
    const synced = answer(marketplaceApi.syncInventory, { message: 'Started', runId: orderId } as never)
    const user = await openSearch()
    await user.type(box(), 'switch dark{Enter}')
    expect(readTheme()).toBe('dark')
    writeTheme('system')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'sync inv{Enter}')
    expect(await screen.findByText('Sync Started')).toBeInTheDocument()
    expect(synced).toHaveLength(1)
  })

  it('remembers recent places, without names of customers', async () => {
    answer(searchApi.find, everything)
    const user = await openSearch()
    for (const [text, label] of [
      ['mug', /^LS-10042/],
      ['mug', /^Ana Mugler/],
      ['chan', /^Channels$/],
    ] as const) {
      await user.type(box(), text)
      await user.click(await screen.findByRole('option', { name: label }))
      await user.keyboard('{Control>}k{/Control}')
      await screen.findByRole('combobox', { name: 'Search' })
    }
    const recent = (await group('Recent')).getAllByRole('option').map((option) => option.textContent)
    expect(recent).toEqual(['Channels', 'LS-10042'])
    expect(JSON.stringify(localStorage)).not.toContain('Mugler')
    expect((await group('Suggested')).getAllByRole('option')).toHaveLength(6)
  })
})

describe('a search that', () => {
  it('finds nothing says what can be searched for', async () => {
    const user = await openSearch()
    await user.type(box(), 'zzqq')
    expect(await screen.findByText('Nothing found for “zzqq”')).toBeInTheDocument()
    expect(screen.getByText(/Try an order number/)).toBeInTheDocument()
  })

  it('fails says so and can be tried again', async () => {
    refuse(searchApi.find, 503, 'The server restarts.')
    const user = await openSearch()
    await user.type(box(), 'mug')
    expect(await screen.findByText('The search couldn’t be loaded')).toBeInTheDocument()
    answer(searchApi.find, everything)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await group('Orders')).toBeTruthy()
  })

  it('is followed by another keeps its results until then', async () => {
    answer(searchApi.find, ({ q }) => (q === 'mug' ? everything : new Promise<never>(() => undefined)))
    const user = await openSearch()
    await user.type(box(), 'mug')
    await group('Orders')
    await user.type(box(), 'g')
    await waitFor(() => expect(screen.queryByText('5 results')).not.toBeInTheDocument())
    expect(labels()).toHaveLength(5)
  })
})

describe('g, then a letter', () => {
  const openPage = async () => {
    const user = await openSearch()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus())
    return user
  }

  it('goes to a screen', async () => {
    const user = await openPage()
    await user.tab()
    await user.keyboard('p')
    expect(window.location.pathname).toBe('/orders')
    await user.keyboard('gp')
    expect(window.location.pathname).toBe('/products')
    await user.keyboard('gqp')
    expect(window.location.pathname).toBe('/products')
    await user.keyboard('ggi')
    expect(window.location.pathname).toBe('/inventory')
  })

  it('goes nowhere while somebody types', async () => {
    const user = await openPage()
    await user.keyboard('gp')
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('gp')
    expect(window.location.pathname).toBe('/orders')
  })

  it('names the screens as the menu does', () => {
    const labels = new Map([...mainMenu, ...footerMenu].map(({ path, label }) => [path, label]))
    const listed = allShortcuts.find(({ where }) => where === 'Go to')?.keys ?? []
    expect(listed).toEqual(
      Object.entries(jumpPaths).map(([letter, path]) => ({ does: labels.get(path), press: [['g', letter]] })),
    )
  })
})

describe('the list of keys', () => {
  it('opens by ? and not while somebody types', async () => {
    const user = await openSearch()
    await user.keyboard('{Escape}?')
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('?')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await user.tab()
    await user.keyboard('?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    for (const where of ['Everywhere', 'Orders', 'In an open order', 'Sheet View'])
      expect(dialog.getByRole('region', { name: where })).toBeInTheDocument()
  })

  it('gives the focus back to where the search that led to it was opened', async () => {
    const user = await openSearch()
    for (const _time of ['first fetched', 'there at once']) {
      await user.type(box(), 'keyboard{Enter}')
      await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus())
      await user.keyboard('{Control>}k{/Control}')
      await screen.findByRole('combobox', { name: 'Search' })
    }
  })

  it('ignores keys that were handled by others or are pressed in the sheet', () => {
    const press = (target: Element, init: KeyboardEventInit = {}) => {
      document.body.append(target)
      const event = new KeyboardEvent('keydown', { key: '?', bubbles: true, cancelable: true, ...init })
      let isForPage: boolean | null = null
      document.addEventListener('keydown', (pressed) => (isForPage = isPageShortcut(pressed)), { once: true })
      target.dispatchEvent(event)
      target.remove()
      return isForPage
    }
    const grid = document.createElement('div')
    grid.setAttribute('role', 'grid')
    expect(press(document.createElement('div'))).toBe(true)
    expect(press(document.createElement('div'), { ctrlKey: true })).toBe(false)
    expect(press(grid)).toBe(false)
  })
})
