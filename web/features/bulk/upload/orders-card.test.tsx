import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { orderImportApi, type OrderImportPreview } from '#contract/order-import.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { OrdersCard } from './orders-card.tsx'

const file = new File(['the bytes'], 'orders.csv')
const picker = () => screen.getByLabelText<HTMLInputElement>('Choose an order file')

const preview: OrderImportPreview = {
  rows: 4,
  orders: 3,
  created: 1,
  known: 1,
  failed: 1,
  errorCount: 1,
  errors: [{ row: 5, column: 'SKU', reason: 'You have no SKU NOPE' }],
  shown: [
    {
      row: 2,
      number: 'FAIR-1',
      recipient: 'Ana Ruiz',
      country: 'US',
      lines: 2,
      units: 3,
      total: '58.98',
      currency: 'USD',
      isKnown: false,
    },
    {
      row: 4,
      number: 'FAIR-2',
      recipient: 'Zoe Fry',
      country: 'US',
      lines: 1,
      units: 1,
      total: '9.00',
      currency: 'USD',
      isKnown: true,
    },
  ],
}

describe('the import of orders', () => {
  it('shows what would come in and what is wrong, and imports on request', async () => {
    answer(orderImportApi.preview, preview)
    const { shown: _shown, ...counts } = preview
    const imported = answer(orderImportApi.apply, { ...counts, waiting: 1 })
    const user = await renderPiece(<OrdersCard />)
    expect(screen.getByRole('link', { name: 'Download the template' })).toHaveAttribute(
      'href',
      '/api/orders/import/template',
    )
    await user.upload(picker(), file)
    const shown = within(await screen.findByRole('region', { name: 'Order preview' }))
    expect(shown.getByRole('row', { name: /FAIR-1.*Ana Ruiz.*\$58\.98.*New/ })).toBeInTheDocument()
    expect(shown.getByRole('row', { name: /FAIR-2.*Already imported/ })).toBeInTheDocument()
    expect(shown.getByRole('row', { name: /Row 5.*SKU.*You have no SKU NOPE/ })).toBeInTheDocument()
    expect(imported).toHaveLength(0)
    await user.click(shown.getByRole('button', { name: 'Import 1 order' }))
    const result = await screen.findByRole('region', { name: 'Order import result' })
    expect(result).toHaveTextContent('1 imported order needs attention')
    expect(imported).toHaveLength(1)
  })

  it('offers nothing to import when all of it came in before', async () => {
    answer(orderImportApi.preview, { ...preview, created: 0, known: 2, failed: 0, errors: [], errorCount: 0 })
    const user = await renderPiece(<OrdersCard />)
    await user.upload(picker(), file)
    expect(await screen.findByText('No new orders to import.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Import/ })).not.toBeInTheDocument()
  })

  it('says why a file can’t be read, and imports again after an interruption', async () => {
    refuse(orderImportApi.preview, 422, 'The file has headings but no rows.')
    const user = await renderPiece(<OrdersCard />)
    await user.upload(picker(), file)
    expect(await screen.findByRole('alert')).toHaveTextContent('The file has headings but no rows.')
    answer(orderImportApi.preview, preview)
    refuse(orderImportApi.apply, 503, 'The database did not answer.')
    await user.upload(picker(), new File(['other bytes'], 'orders.csv'))
    await user.click(await screen.findByRole('button', { name: 'Import 1 order' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('each order is imported only once')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })

  it('is not for people who only read', async () => {
    await renderPiece(<OrdersCard />, { user: buildCurrentUser({ role: 'readonly' }) })
    expect(picker()).toBeDisabled()
  })
})
