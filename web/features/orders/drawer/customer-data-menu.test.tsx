import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { authApi } from '#contract/auth.ts'
import { privacyApi } from '#contract/privacy.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildOrderDetail } from '#web/testing/order-builders.ts'
import { renderPiece } from '#web/testing/render.tsx'
import { answer, refuse } from '#web/testing/server.ts'
import { buildCustomer } from '#web/testing/settings-builders.ts'
import { CustomerDataMenu, CustomerSection } from './customer-section.tsx'

const ana = buildCustomer()
const menu = <CustomerDataMenu customerId={ana.id} name="Ana Ruiz" />

it('the customer data menu exports and erases the data of the order’s customer', async () => {
  refuse(privacyApi.erase, 409, 'One of their orders is on its way.')
  const user = await renderPiece(menu)
  await user.click(screen.getByRole('button', { name: 'Customer data' }))
  expect(await screen.findByRole('menuitem', { name: 'Export customer data' })).toHaveAttribute(
    'href',
    `/api/privacy/customers/${ana.id}/export`,
  )
  await user.click(screen.getByRole('menuitem', { name: 'Erase customer data…' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Erase data for Ana Ruiz?' }))
  await user.click(question.getByRole('button', { name: 'Erase' }))
  expect(await question.findByRole('alert')).toHaveTextContent('One of their orders is on its way.')
  const requests = answer(privacyApi.erase, buildCustomer({ id: ana.id, erasedAt: '2026-02-01T00:00:00Z' }))
  await user.click(question.getByRole('button', { name: 'Erase' }))
  expect(await screen.findByText('Customer Data Erased')).toBeInTheDocument()
  expect(requests).toEqual([{ customerId: ana.id }])
})

it('the export asks first whether the sign-in is recent, and the menu closes', async () => {
  const asked = answer(authApi.recentSignIn, { isRecent: true })
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const user = await renderPiece(menu)
  await user.click(screen.getByRole('button', { name: 'Customer data' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export customer data' }))
  await waitFor(() => expect(download).toHaveBeenCalledOnce())
  expect(asked).toHaveLength(1)
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  download.mockRestore()
})

it('the customer data menu is hidden from the role Read Only', async () => {
  await renderPiece(menu, { user: buildCurrentUser({ role: 'readonly' }) })
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})

it('the customer section shows that the data were erased, without the menu', async () => {
  await renderPiece(<CustomerSection order={buildOrderDetail({ erasedAt: '2026-02-01T00:00:00Z' })} />)
  expect(screen.getByText(/^Name, address, email and phone number were erased/)).toBeInTheDocument()
  expect(screen.queryByText('Name', { selector: 'dt' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
})
