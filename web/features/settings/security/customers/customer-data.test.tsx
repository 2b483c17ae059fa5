import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { type CustomerRow, privacyApi } from '#contract/privacy.ts'
import { blockedReason, renderPiece } from '#web/testing/render.tsx'
import { answer } from '#web/testing/server.ts'
import { buildCustomer } from '#web/testing/settings-builders.ts'
import { CustomerData } from './customer-data.tsx'

describe('customer data', () => {
  async function find(customers: CustomerRow[]) {
    const requests = answer(privacyApi.find, customers)
    const user = await renderPiece(<CustomerData />, { path: '/settings?tab=security' })
    await user.type(screen.getByLabelText('Email address or order number'), 'ana@example.com{Enter}')
    return { user, requests }
  }

  it('is found by email address or order number, and can be exported', async () => {
    const ana = buildCustomer()
    const { requests } = await find([ana])
    const card = within(await screen.findByRole('article', { name: 'Ana Ruiz' }))
    expect(card.getByText('+1 206 555 0100')).toBeInTheDocument()
    expect(card.getByRole('link', { name: 'Export' })).toHaveAttribute(
      'href',
      `/api/privacy/customers/${ana.id}/export`,
    )
    expect(requests).toEqual([{ search: 'ana@example.com' }])
    expect(window.location.search).not.toContain('ana')
  })

  it('is erased after a confirmation that says what stays', async () => {
    const ana = buildCustomer()
    const erased = { name: null, email: null, phone: null, erasedAt: '2026-02-01T00:00:00Z' }
    const requests = answer(privacyApi.erase, { ...ana, ...erased })
    const { user } = await find([ana])
    await user.click(await screen.findByRole('button', { name: 'Erase…' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Erase data for Ana Ruiz?' }))
    expect(question.getByText(/^We keep their 2 orders/)).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Erase' }))
    expect(await screen.findByRole('article', { name: 'Erased customer' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Erase…' })).not.toBeInTheDocument()
    expect(requests).toEqual([{ customerId: ana.id }])
  })

  it('says why it can’t be erased now', async () => {
    await find([buildCustomer({ openOrders: 1, eraseObstacle: 'One of their orders is on its way.' })])
    await screen.findByRole('article', { name: 'Ana Ruiz' })
    await waitFor(() => expect(blockedReason('Erase…')).toBe('One of their orders is on its way.'))
  })

  it('says when nobody is found', async () => {
    await find([])
    expect(await screen.findByText(/^No customer found for “ana@example.com”/)).toBeInTheDocument()
  })
})
