import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inventoryApi } from '#contract/inventory.ts'
import { answerAmazon, answerFigures } from '#web/testing/screen-answers.ts'
import { buildCurrentUser, buildInventoryRow } from '#web/testing/builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, neverAnswer } from '#web/testing/server.ts'

const operator = buildCurrentUser()
const reader = buildCurrentUser({ role: 'readonly' })
const lantern = buildInventoryRow({ sku: 'HP-1001' })
const soap = buildInventoryRow({ sku: 'HP-1002', qtyAvailable: 0, status: 'low_stock' })

beforeEach(() => {
  answerFigures()
  answerAmazon()
  answer(inventoryApi.list, [lantern, soap], { total: 2 })
})

const row = (sku: string) => screen.findByRole('row', { name: new RegExp(`^${sku}`) })
const searchBox = () => screen.findByRole('searchbox', { name: 'Search by SKU or ASIN' })
const clearFilters = () => screen.getByRole('button', { name: 'Clear Filters' })

async function chooseStatus(user: ReturnType<typeof openApp>, label: string) {
  await user.click(await screen.findByRole('combobox', { name: 'Stock status' }))
  await user.click(await screen.findByRole('option', { name: label }))
}

describe('the inventory filters', () => {
  it('search on the server by SKU or ASIN, and are kept in the URL', async () => {
    const user = openApp('/inventory', operator)
    await row('HP-1001')
    const requests = answer(inventoryApi.list, [], { total: 0 })
    await user.type(await searchBox(), 'zeph')
    expect(await screen.findByText(/^No SKU matches “zeph”\./)).toBeInTheDocument()
    expect(requests.at(-1)).toEqual({ search: 'zeph' })
    expect(window.location.search).toBe('?search=zeph')
  })

  it.each([
    ['In Stock', 'in_stock'],
    ['Low Stock', 'low_stock'],
    ['Out of Stock', 'out_of_stock'],
  ])('narrow to %s', async (label, status) => {
    const user = openApp('/inventory', operator)
    await row('HP-1001')
    const requests = answer(inventoryApi.list, [soap], { total: 1 })
    await chooseStatus(user, label)
    await waitFor(() => expect(requests).toEqual([{ status }]))
    expect(window.location.search).toBe(`?status=${status}`)
  })

  it('offer the statuses from plenty to nothing', async () => {
    const user = openApp('/inventory', operator)
    await user.click(await screen.findByRole('combobox', { name: 'Stock status' }))
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'All Statuses',
      'In Stock',
      'Low Stock',
      'Out of Stock',
    ])
  })

  it('can be reset to All Statuses', async () => {
    const user = openApp('/inventory?status=low_stock', operator)
    await row('HP-1001')
    const requests = answer(inventoryApi.list, [lantern], { total: 1 })
    await chooseStatus(user, 'All Statuses')
    await waitFor(() => expect(requests).toEqual([{}]))
    expect(window.location.search).toBe('')
  })

  it('are read from the URL', async () => {
    const requests = answer(inventoryApi.list, [soap], { total: 1 })
    openApp('/inventory?search=hp&status=low_stock', operator)
    expect(await searchBox()).toHaveValue('hp')
    expect(screen.getByRole('combobox', { name: 'Stock status' })).toHaveTextContent('Low Stock')
    await waitFor(() => expect(requests).toEqual([{ search: 'hp', status: 'low_stock' }]))
  })

  it('ignore an unknown status', async () => {
    const requests = answer(inventoryApi.list, [soap], { total: 1 })
    openApp('/inventory?status=plenty', operator)
    await row('HP-1002')
    expect(requests).toEqual([{}])
    expect(screen.getByRole('combobox', { name: 'Stock status' })).toHaveTextContent('All Statuses')
  })

  it('are both named when nothing matches', async () => {
    answer(inventoryApi.list, [], { total: 0 })
    openApp('/inventory?search=hp&status=out_of_stock', operator)
    expect(await screen.findByText(/^No SKU matches “hp” and the status Out of Stock\./)).toBeInTheDocument()
  })

  it('keep the rows on screen while others are fetched', async () => {
    const user = openApp('/inventory', operator)
    await row('HP-1001')
    neverAnswer(inventoryApi.list)
    await chooseStatus(user, 'Low Stock')
    await waitFor(() => expect(screen.getByRole('table').closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true'))
    await row('HP-1001')
  })
})

describe('Clear Filters', () => {
  it('is disabled without filters', async () => {
    openApp('/inventory', operator)
    await row('HP-1001')
    expect(clearFilters()).toHaveAttribute('aria-disabled', 'true')
  })

  it('clears search and status with one call', async () => {
    const user = openApp('/inventory?search=hp&status=low_stock', operator)
    await row('HP-1001')
    const requests = answer(inventoryApi.list, [lantern, soap], { total: 2 })
    await user.click(clearFilters())
    expect(await searchBox()).toHaveValue('')
    await waitFor(() => expect(clearFilters()).toHaveAttribute('aria-disabled', 'true'))
    expect(window.location.search).toBe('')
    await waitFor(() => expect(requests).toEqual([{}]))
  })

  it('also clears text that is not in the URL yet', async () => {
    openApp('/inventory', operator)
    await row('HP-1001')
    const written = vi.spyOn(window.history, 'replaceState')
    // Clicked at once, before the debounced search box writes to the URL.
    fireEvent.change(await searchBox(), { target: { value: 'zeph' } })
    fireEvent.click(clearFilters())
    expect(await searchBox()).toHaveValue('')
    await waitFor(() => expect(written).toHaveBeenCalledTimes(2))
    expect(window.location.search).toBe('')
  })
})

describe('Export', () => {
  it('offers CSV and XLSX of the filtered SKUs', async () => {
    const user = openApp('/inventory?search=hp&status=low_stock', operator)
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    expect(screen.getByText('SKUs matching “hp” and the status Low Stock')).toBeInTheDocument()
    for (const [name, format] of [
      ['CSV', 'csv'],
      ['XLSX', 'xlsx'],
    ] as const) {
      expect(screen.getByRole('menuitem', { name })).toHaveAttribute(
        'href',
        `/api/inventory/export?search=hp&status=low_stock&format=${format}`,
      )
    }
  })

  it('covers every active SKU without filters', async () => {
    const user = openApp('/inventory', operator)
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    expect(screen.getByText('All active SKUs')).toBeInTheDocument()
    expect(screen.getByRole('menuitem', { name: 'CSV' })).toHaveAttribute('href', '/api/inventory/export?format=csv')
  })

  it('is blocked for the role Read Only, and says so', async () => {
    const user = openApp('/inventory', reader)
    const exporting = await screen.findByRole('button', { name: 'Export' })
    await user.hover(exporting)
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/Your role is Read Only/)
    await user.click(exporting)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })
})
