import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { bulkApi } from '#contract/bulk.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { TrackingCard } from './tracking-card.tsx'

const file = new File(['the bytes'], 'tracking.csv')
const picker = () => screen.getByLabelText<HTMLInputElement>('Choose a tracking number file')
const noErrors = { processed: 3, shipped: 2, unchanged: 1, failed: 0, errors: [] }

describe('the upload of tracking numbers', () => {
  it('names its columns, applies the file, and says what became of its rows', async () => {
    answer(bulkApi.tracking, {
      ...noErrors,
      processed: 4,
      failed: 1,
      errors: [{ row: 5, column: 'Order', reason: 'There is no order 77.' }],
    })
    const user = await renderPiece(<TrackingCard />)
    expect(picker()).toHaveAccessibleDescription(/Order, Carrier, Tracking number, Tracking link \(optional\)\.$/)
    await user.upload(picker(), file)
    const table = within(await screen.findByRole('table', { name: 'Rows with errors' }))
    expect(table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Row', 'Column', 'Reason'],
      ['Row 5', 'Order', 'There is no order 77.'],
    ])
    const result = screen.getByRole('region', { name: 'Tracking number results' })
    expect(result).toHaveTextContent(/Shipped.*2|2.*Shipped/)
  })

  it('says why a file was not applied, and applies the same file again', async () => {
    refuse(bulkApi.tracking, 422, 'The file has headings but no rows.')
    const user = await renderPiece(<TrackingCard />)
    await user.upload(picker(), file)
    expect(await screen.findByRole('alert')).toHaveTextContent('The file has headings but no rows.')
    answer(bulkApi.tracking, noErrors)
    await user.click(screen.getByText('Try again'))
    expect(await screen.findByRole('region', { name: 'Tracking number results' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('is not for people who only read', async () => {
    await renderPiece(<TrackingCard />, { user: buildCurrentUser({ role: 'readonly' }) })
    expect(picker()).toBeDisabled()
    expect(picker()).toHaveAccessibleDescription(/^Your role is Read Only\./)
  })
})
