import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { authApi } from '#contract/auth.ts'
import { bulkApi } from '#contract/bulk.ts'
import { buildCompany, buildCurrentUser, buildSheetRow } from '#web/testing/builders.ts'
import { answerDashboard } from '#web/testing/screen-answers.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'

const ops = buildCurrentUser({ role: 'ops' })
const tee = buildSheetRow({ sku: 'TEE-L', title: 'Tee', price: 19, quantity: 40, version: 3 })
const mug = buildSheetRow({ sku: 'MUG', title: 'Mug', price: 8.5, quantity: 3, stockHolder: 'amazon', version: 7 })
const pan = buildSheetRow({ sku: 'PAN', title: 'Pan', price: null, isKnownToAmazon: true })

beforeEach(() => {
  // jsdom has no layout, and a frame without a height shows no rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  answer(bulkApi.sheetData, [tee, mug, pan], { total: 3 })
})

const openPage = (user = ops) => openApp('/sheet-view', user)

async function enable(user = ops) {
  const hands = openPage(user)
  await hands.click(await screen.findByRole('button', { name: 'Enable Sheet View' }))
  const grid = await screen.findByRole('grid', { name: 'Products' })
  await screen.findByRole('row', { name: /^TEE-L/ })
  expect(grid).toHaveFocus()
  return { hands, grid }
}

type Hands = Awaited<ReturnType<typeof enable>>['hands']

const row = (sku: string) => within(screen.getByRole('row', { name: new RegExp(`^${sku} `) }))
const cell = (sku: string, index: number) => row(sku).getAllByRole('gridcell')[index] as HTMLElement
const save = (count: number) => screen.getByRole('button', { name: `Save All Changes (${count})` })
const put = async (hands: Hands, sku: string, index: number, text: string) => {
  await hands.click(cell(sku, index))
  await hands.keyboard(`${text}{Enter}`)
}

describe('before it is enabled', () => {
  it('sends no request', async () => {
    const requests = answer(bulkApi.sheetData, [])
    openPage()
    expect(await screen.findByRole('button', { name: 'Enable Sheet View' })).toBeInTheDocument()
    expect(requests).toEqual([])
    expect(screen.queryByRole('grid')).not.toBeInTheDocument()
  })
})

describe('the sheet', () => {
  it('is a grid with all columns, counted for assistive technology', async () => {
    const { grid } = await enable()
    const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent)
    expect(headings).toEqual(['SKU', 'Title', 'Price', 'Quantity', 'ASIN', 'Category', 'Status'])
    expect(grid).toHaveAttribute('aria-rowcount', '4')
    expect(grid).toHaveAttribute('aria-colcount', '7')
    const texts = row('MUG')
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent)
    expect(texts).toEqual(['MUG', 'Mug', '8.50', '3', 'B0C1234567', 'Shirts', ''])
    expect(screen.getByText('3 rows')).toBeInTheDocument()
  })

  it('takes the focus from the heading, which has it when the sheet was enabled quickly', async () => {
    const firstPage = Promise.withResolvers<(typeof tee)[]>()
    answer(bulkApi.sheetData, () => firstPage.promise, { total: 1 })
    const hands = openPage()
    await hands.click(await screen.findByRole('button', { name: 'Enable Sheet View' }))
    const heading = screen.getByRole('heading', { level: 1 })
    heading.tabIndex = -1
    heading.focus()
    firstPage.resolve([tee])
    await waitFor(() => expect(screen.getByRole('grid', { name: 'Products' })).toHaveFocus())
  })

  it('is loaded page by page, keeps loaded rows when a page fails, and continues from there', async () => {
    const failFromNowOn = () => refuse(bulkApi.sheetData, 503, 'The database did not answer.')
    const firstPage = () => {
      failFromNowOn()
      return [tee]
    }
    answer(bulkApi.sheetData, firstPage, { total: 3, next: 'after-tee' })
    const { hands } = await enable()
    expect(await screen.findByRole('alert')).toHaveTextContent('The rest of the sheet couldn’t be loaded')
    expect(screen.getByText('1 of 3 rows')).toBeInTheDocument()
    await put(hands, 'TEE-L', 1, 'Shirt')
    const requests = answer(bulkApi.sheetData, [mug, pan], { total: 3 })
    await hands.click(screen.getByRole('button', { name: 'Load the rest' }))
    expect(await screen.findByText('3 rows')).toBeInTheDocument()
    expect(requests).toEqual([{ limit: '500', cursor: 'after-tee' }])
    expect(cell('TEE-L', 1)).toHaveTextContent('Shirt')
    expect(cell('PAN', 1)).toHaveTextContent('Pan')
  })

  it('shows the server’s error when nothing can be loaded, and a retry button', async () => {
    refuse(bulkApi.sheetData, 503, 'The database did not answer.')
    const hands = openPage()
    await hands.click(await screen.findByRole('button', { name: 'Enable Sheet View' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The database did not answer.')
    answer(bulkApi.sheetData, [tee], { total: 1 })
    await hands.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('row', { name: /^TEE-L/ })).toBeInTheDocument()
  })

  it('links to adding products while there are none', async () => {
    answer(bulkApi.sheetData, [], { total: 0 })
    const hands = openPage()
    await hands.click(await screen.findByRole('button', { name: 'Enable Sheet View' }))
    expect(await screen.findByText(/No active SKUs yet/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Add Product' })).toHaveAttribute('href', '/products')
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Bulk Upload' })).toBeInTheDocument()
  })

  it('is not refetched when somebody else changes products', async () => {
    await enable()
    const requests = answer(bulkApi.sheetData, [], { total: 0 })
    FakeEventSource.latest.send('products')
    FakeEventSource.latest.send('inventory')
    await screen.findByText('3 rows')
    expect(requests).toEqual([])
  })
})

describe('the keyboard', () => {
  it('moves between cells, types, commits with Enter and Tab and cancels with Escape', async () => {
    const { hands, grid } = await enable()
    await hands.keyboard('{ArrowDown}{ArrowRight}')
    expect(grid).toHaveAttribute('aria-activedescendant', cell('MUG', 1).id)
    await hands.keyboard('Cup{Tab}9{Enter}')
    expect(cell('MUG', 1)).toHaveTextContent('Cup')
    expect(cell('MUG', 2)).toHaveTextContent('9.00')
    expect(grid).toHaveFocus()
    await hands.keyboard('{Home}{ArrowRight}{F2}s')
    expect(screen.getByRole('textbox', { name: 'Title for PAN' })).toHaveValue('Pans')
    await hands.keyboard('{Escape}')
    expect(cell('PAN', 1)).toHaveTextContent('Pan')
    expect(save(1)).toBeInTheDocument()
  })

  it('undoes and redoes', async () => {
    const { hands } = await enable()
    await put(hands, 'TEE-L', 1, 'Shirt')
    await hands.keyboard('{Control>}z{/Control}')
    expect(cell('TEE-L', 1)).toHaveTextContent('Tee')
    expect(save(0)).toBeInTheDocument()
    await hands.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect(cell('TEE-L', 1)).toHaveTextContent('Shirt')
  })

  it('pastes a block and says what didn’t fit', async () => {
    const { hands } = await enable()
    await hands.click(cell('MUG', 1))
    await hands.paste('A\t1\nB\t2\nC\t3')
    expect(cell('MUG', 1)).toHaveTextContent('A')
    expect(cell('PAN', 2)).toHaveTextContent('2.00')
    expect(screen.getByText('1 row didn’t fit below the last row.')).toBeInTheDocument()
    expect(save(2)).toBeInTheDocument()
  })

  it('is explained in a dialog of shortcuts', async () => {
    const { hands } = await enable()
    await hands.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent('Fill down')
  })
})

describe('cells that Amazon controls', () => {
  it('warn at the quantity of a SKU that Amazon holds', async () => {
    const { hands } = await enable()
    await hands.click(cell('MUG', 3))
    expect(cell('MUG', 3)).toHaveAccessibleDescription('Stocked at Amazon: the next sync will overwrite the quantity.')
  })

  it('lock the SKU of a row that Amazon knows', async () => {
    const { hands } = await enable()
    await hands.click(cell('PAN', 0))
    await hands.keyboard('WOK')
    expect(screen.queryByRole('textbox', { name: /^SKU for/ })).not.toBeInTheDocument()
    expect(screen.getByText('This SKU is in use at Amazon, so it can’t be renamed.')).toBeInTheDocument()
  })
})

describe('finding', () => {
  it('jumps from match to match', async () => {
    const { hands, grid } = await enable()
    await hands.keyboard('{Control>}f{/Control}')
    expect(screen.getByRole('searchbox', { name: 'Find a SKU or title' })).toHaveFocus()
    await hands.keyboard('m')
    expect(screen.getByText('1 of 1')).toBeInTheDocument()
    expect(grid).toHaveAttribute('aria-activedescendant', cell('MUG', 0).id)
    await hands.keyboard('zzz')
    expect(screen.getByText('Not found')).toBeInTheDocument()
    await hands.keyboard('{Escape}')
    expect(grid).toHaveFocus()
  })

  it('filters modified rows or rows with errors', async () => {
    const { hands } = await enable()
    await hands.click(screen.getByRole('button', { name: 'Only with errors (0)' }))
    expect(screen.getByText('No cells with errors.')).toBeInTheDocument()
    await hands.click(screen.getByRole('button', { name: 'Only with errors (0)' }))
    await put(hands, 'MUG', 2, 'cheap')
    await hands.click(screen.getByRole('button', { name: 'Only modified (1)' }))
    expect(screen.getByText(/1 shown/)).toBeInTheDocument()
    expect(screen.queryByRole('row', { name: /^TEE-L/ })).not.toBeInTheDocument()
    await hands.click(screen.getByRole('button', { name: 'Only modified (1)' }))
    await hands.click(screen.getByRole('button', { name: 'Only with errors (1)' }))
    expect(screen.getByRole('row', { name: /^MUG/ })).toBeInTheDocument()
    expect(screen.queryByRole('row', { name: /^TEE-L/ })).not.toBeInTheDocument()
  })
})

describe('a user with the role Read Only', () => {
  const reader = buildCurrentUser({ role: 'readonly' })

  it('can’t change a cell and sees why', async () => {
    const { hands, grid } = await enable(reader)
    expect(grid).toHaveAttribute('aria-readonly', 'true')
    await hands.click(cell('TEE-L', 1))
    await hands.keyboard('x')
    expect(screen.queryByRole('textbox', { name: /^Title for/ })).not.toBeInTheDocument()
    expect(screen.getByText(/Your role lets you view/)).toBeInTheDocument()
    expect(save(0)).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('leaving', () => {
  it('goes back to the intro at once when nothing has changed', async () => {
    const { hands } = await enable()
    await hands.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Enable Sheet View' })).toHaveFocus())
  })

  it('asks before changes are discarded', async () => {
    const { hands } = await enable()
    await put(hands, 'TEE-L', 1, 'Shirt')
    await hands.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = screen.getByRole('alertdialog', { name: 'Discard your changes?' })
    expect(question).toHaveTextContent('1 row has unsaved changes')
    await hands.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(cell('TEE-L', 1)).toHaveTextContent('Shirt')
    await hands.click(screen.getByRole('button', { name: 'Cancel' }))
    await hands.click(screen.getByRole('button', { name: 'Discard changes' }))
    await hands.click(screen.getByRole('button', { name: 'Enable Sheet View' }))
    await waitFor(() => expect(cell('TEE-L', 1)).toHaveTextContent('Tee'))
  })

  it('asks before a link discards unsaved changes', async () => {
    answerDashboard()
    const { hands } = await enable()
    await put(hands, 'TEE-L', 1, 'Shirt')
    await hands.click(screen.getByRole('link', { name: 'Dashboard' }))
    const dialog = within(screen.getByRole('alertdialog', { name: 'Leave without saving?' }))
    await hands.click(dialog.getByRole('button', { name: 'Stay' }))
    expect(window.location.pathname).toBe('/sheet-view')
    await hands.click(screen.getByRole('link', { name: 'Dashboard' }))
    await hands.click(screen.getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
  })

  it('asks before switching the company discards unsaved changes', async () => {
    const admin = buildCurrentUser({ role: 'admin', companyName: 'Harbor & Pine' })
    const kettle = buildCompany({ name: 'Kettle & Co' })
    answer(adminApi.companies, [kettle])
    const switched = answer(authApi.switchCompany, { ...admin, companyId: kettle.id, companyName: kettle.name })
    const { hands } = await enable(admin)
    await put(hands, 'TEE-L', 1, 'Shirt')
    await hands.click(screen.getByRole('button', { name: /switch company/ }))
    await hands.click(await screen.findByRole('button', { name: 'Kettle & Co' }))
    await hands.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stay' }))
    expect(switched).toEqual([])
    await hands.click(screen.getByRole('button', { name: 'Kettle & Co' }))
    await hands.click(screen.getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('button', { name: 'Enable Sheet View' })).toBeInTheDocument()
    expect(switched).toEqual([{ companyId: kettle.id }])
  })
})
