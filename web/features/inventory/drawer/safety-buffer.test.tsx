import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { inventoryApi } from '#contract/inventory.ts'
import { productsApi } from '#contract/products.ts'
import { buildCurrentUser, buildStockDetail } from '#web/testing/builders.ts'
import { FakeEventSource } from '#web/testing/fake-event-source.ts'
import { openApp } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { answerFigures, answerStock } from '#web/testing/screen-answers.ts'

const detail = buildStockDetail({ version: 7, safetyBuffer: 5, companyBuffer: 2 })

beforeEach(() => answerStock(detail))

const change = () => screen.findByRole('button', { name: 'Change safety buffer' })
const box = () => screen.getByRole('textbox', { name: 'Safety buffer for this SKU' })
const save = () => screen.getByRole('button', { name: 'Save' })

async function startChanging() {
  const user = openApp(`/inventory?sku=${detail.id}`, buildCurrentUser())
  await user.click(await change())
  return user
}

const saved = (safetyBuffer: number) => ({
  ...detail,
  safetyBuffer,
  version: 8,
  price: null,
  compareAtPrice: null,
  cost: null,
  weight: null,
  weightUnit: 'pounds' as const,
  dimensions: null,
  packageQuantity: 1,
  shippingTemplate: null,
  isHazmat: false,
  prepInstructions: null,
})

it.each([
  [5, 2, 'Set for this SKU. The company buffer is 2.'],
  [0, 2, 'Company buffer. This SKU’s own buffer is 0.'],
  [2, 2, 'Set for this SKU, same as the company buffer.'],
  [0, 0, 'No units are held back.'],
])(
  'a safety buffer of %i with a company buffer of %i says which one applies',
  async (safetyBuffer, companyBuffer, sentence) => {
    answerStock({ ...detail, safetyBuffer, companyBuffer })
    openApp(`/inventory?sku=${detail.id}`, buildCurrentUser())
    expect(await screen.findByText(sentence)).toBeInTheDocument()
  },
)

it('the safety buffer is read-only for the role Read Only, and says so', async () => {
  const user = openApp(`/inventory?sku=${detail.id}`, buildCurrentUser({ role: 'readonly' }))
  await user.hover(await change())
  expect(await screen.findByRole('tooltip')).toHaveTextContent(
    'Your role is Read Only. Operations and Admin can change the safety buffer.',
  )
  await user.click(await change())
  expect(screen.queryByRole('textbox', { name: 'Safety buffer for this SKU' })).not.toBeInTheDocument()
})

describe('changing the safety buffer', () => {
  it('starts with the current value selected, and mentions the company’s', async () => {
    await startChanging()
    expect(box()).toHaveValue('5')
    expect(box()).toHaveFocus()
    expect(box()).toHaveAccessibleDescription('The company holds back at least 2 units of every SKU.')
  })

  it('saves with the version that was on screen, and shows the new sellable quantity', async () => {
    const user = await startChanging()
    const sent = answer(productsApi.updateSku, saved(9))
    const why = { ...detail.why, buffer: 9, sellable: 111 }
    answerStock({ ...detail, safetyBuffer: 9, version: 8, why })
    await user.keyboard('9{Enter}')
    expect(await screen.findByText('Safety Buffer Saved')).toBeInTheDocument()
    expect(sent).toEqual([{ productId: detail.productId, skuId: detail.id, safetyBuffer: 9, version: 7 }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument())
    expect(screen.getByText('111')).toBeInTheDocument()
    expect(await change()).toHaveFocus()
  })

  it.each([
    ['-1', 'Safety buffer can’t be negative'],
    ['1.5', 'Safety buffer must be a whole number'],
    ['many', 'Safety buffer must be a whole number'],
    ['1000001', 'Safety buffer must be 1,000,000 or less'],
  ])('rejects %s', async (typed, sentence) => {
    const user = await startChanging()
    const sent = answer(productsApi.updateSku, saved(0))
    await user.keyboard(`${typed}{Enter}`)
    await waitFor(() => expect(box()).toHaveAccessibleDescription(expect.stringContaining(sentence)))
    expect(sent).toEqual([])
  })

  it('rejects an empty field', async () => {
    const user = await startChanging()
    await user.clear(box())
    await user.click(save())
    await waitFor(() =>
      expect(box()).toHaveAccessibleDescription(expect.stringContaining('Safety buffer must be a whole number')),
    )
  })

  it('sends nothing on Cancel, and returns the focus', async () => {
    const user = await startChanging()
    const sent = answer(productsApi.updateSku, saved(9))
    await user.keyboard('9')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
    expect(await change()).toHaveFocus()
    expect(sent).toEqual([])
  })

  it('keeps the input when the server fails', async () => {
    const user = await startChanging()
    refuse(productsApi.updateSku, 503, 'The database did not answer.')
    await user.keyboard('9{Enter}')
    const drawer = within(screen.getByRole('dialog', { name: detail.sku }))
    expect(await drawer.findByRole('alert')).toHaveTextContent('The database did not answer.')
    expect(screen.getByText('Failed to save the safety buffer. The database did not answer.')).toBeInTheDocument()
    expect(box()).toHaveValue('9')
  })
})

describe('a concurrent change of the safety buffer', () => {
  const theirs = { ...detail, safetyBuffer: 3, companyBuffer: 1, version: 8 }
  const sentence = 'Somebody has changed this SKU meanwhile. Nothing was saved.'

  it('is not overwritten unseen: the form saves with the version it was opened with', async () => {
    const user = await startChanging()
    answerStock(theirs)
    FakeEventSource.latest.send('inventory')
    expect(await screen.findByText('Set for this SKU. The company buffer is 1.')).toBeInTheDocument()
    const sent = answer(productsApi.updateSku, saved(9))
    await user.keyboard('9{Enter}')
    await waitFor(() => expect(sent).toMatchObject([{ version: 7 }]))
  })

  it('shows a conflict, loads the colleague’s value on request and saves on top of it', async () => {
    const user = await startChanging()
    refuse(productsApi.updateSku, 409, sentence)
    await user.keyboard('9{Enter}')
    const drawer = within(screen.getByRole('dialog', { name: detail.sku }))
    expect(await drawer.findByRole('alert')).toHaveTextContent(sentence)

    answerStock(theirs)
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(box()).toHaveValue('3'))
    expect(drawer.queryByRole('alert')).not.toBeInTheDocument()

    const sent = answer(productsApi.updateSku, saved(9))
    await user.keyboard('9{Enter}')
    await waitFor(() => expect(sent).toMatchObject([{ safetyBuffer: 9, version: 8 }]))
  })

  it('keeps the conflict on screen when the colleague’s value can’t be loaded', async () => {
    const user = await startChanging()
    refuse(productsApi.updateSku, 409, sentence)
    await user.keyboard('9{Enter}')
    refuse(inventoryApi.detail, 503, 'The database did not answer.')
    answerFigures()
    await user.click(await screen.findByRole('button', { name: 'Reload' }))
    expect(await screen.findByText('This SKU couldn’t be loaded')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
    expect(box()).toHaveValue('9')
  })
})
