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

describe('the filters', () => {
  it('search at the server by SKU or ASIN, and stay in the URL', async () => {
    const user = openApp('/inventory', operator)
    await row('HP-1001')
    const asked = answer(inventoryApi.list, [], { total: 0 })
    await user.type(await searchBox(), 'zeph')
    expect(await screen.findByText(/^No SKU matches “zeph”\./)).toBeInTheDocument()
    expect(asked.at(-1)).toEqual({ search: 'zeph' })
    expect(window.location.search).toBe('?search=zeph')
  })

  it.each([
    ['In Stock', 'in_stock'],
    ['Low Stock', 'low_stock'],
    ['Out of Stock', 'out_of_stock'],
  ])('narrow to %s', async (label, status) => {
    const user = openApp('/inventory', operator)
    await row('HP-1001')
    const asked = answer(inventoryApi.list, [soap], { total: 1 })
    await chooseStatus(user, label)
    await waitFor(() => expect(asked).toEqual([{ status }]))
    expect(window.location.search).toBe(`?status=${status}`)
  })

  it('widen to All Statuses again', async () => {
    const user = openApp('/inventory?status=low_stock', operator)
    await row('HP-1001')
    const asked = answer(inventoryApi.list, [lantern], { total: 1 })
    await chooseStatus(user, 'All Statuses')
    await waitFor(() => expect(asked).toEqual([{}]))
    expect(window.location.search).toBe('')
  })

  it('are those of the URL on arrival', async () => {
    const asked = answer(inventoryApi.list, [soap], { total: 1 })
    openApp('/inventory?search=hp&status=low_stock', operator)
    expect(await searchBox()).toHaveValue('hp')
    expect(screen.getByRole('combobox', { name: 'Stock status' })).toHaveTextContent('Low Stock')
    await waitFor(() => expect(asked).toEqual([{ search: 'hp', status: 'low_stock' }]))
  })

  it('ignore a status that does not exist', async () => {
    const asked = answer(inventoryApi.list, [soap], { total: 1 })
    openApp('/inventory?status=plenty', operator)
    await row('HP-1002')
    expect(asked).toEqual([{}])
    expect(screen.getByRole('combobox', { name: 'Stock status' })).toHaveTextContent('All Statuses')
  })

  it('name both when nothing matches', async () => {
    answer(inventoryApi.list, [], { total: 0 })
    openApp('/inventory?search=hp&status=out_of_stock', operator)
    expect(await screen.findByText(/^No SKU matches “hp” and the status Out of Stock\./)).toBeInTheDocument()
  })

  it('keep the rows in view while others are fetched', async () => {
    const user = openApp('/inventory', operator)
    await row('HP-1001')
    neverAnswer(inventoryApi.list)
    await chooseStatus(user, 'Low Stock')
    await waitFor(() => expect(screen.getByRole('table').closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true'))
    await row('HP-1001')
  })
})

describe('Clear Filters', () => {
  it('waits until there is something to clear', async () => {
    openApp('/inventory', operator)
    await row('HP-1001')
    expect(clearFilters()).toHaveAttribute('aria-disabled', 'true')
  })

  it('clears search and status with one call', async () => {
    const user = openApp('/inventory?search=hp&status=low_stock', operator)
    await row('HP-1001')
    const asked = answer(inventoryApi.list, [lantern, soap], { total: 2 })
    await user.click(clearFilters())
    expect(await searchBox()).toHaveValue('')
    await waitFor(() => expect(clearFilters()).toHaveAttribute('aria-disabled', 'true'))
    expect(window.location.search).toBe('')
    await waitFor(() => expect(asked).toEqual([{}]))
  })

  it('forgets what was typed a moment ago', async () => {
    openApp('/inventory', operator)
    await row('HP-1001')
    const written = vi.spyOn(window.history, 'replaceState')
    // At once, so that the box has no time to write what was typed into the address.
    fireEvent.change(await searchBox(), { target: { value: 'zeph' } })
    fireEvent.click(clearFilters())
    expect(await searchBox()).toHaveValue('')
    await waitFor(() => expect(written).toHaveBeenCalledTimes(2))
    expect(window.location.search).toBe('')
  })
})

describe('Export', () => {
  it('offers CSV and XLSX of what the filters show', async () => {
    const user = openApp('/inventory?search=hp&status=low_stock', operator)
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    expect(screen.getByText('SKUs that match “hp” and the status Low Stock')).toBeInTheDocument()
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

  it('is not for readers, and says so', async () => {
    const user = openApp('/inventory', reader)
    const exporting = await screen.findByRole('button', { name: 'Export' })
    await user.hover(exporting)
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/Your role is Read Only/)
    await user.click(exporting)
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  })
})
