import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, type Mock, vi } from 'vitest'
import { adminApi } from '#contract/admin.ts'
import { auditApi } from '#contract/audit.ts'
import { ordersApi } from '#contract/orders.ts'
import { privacyApi } from '#contract/privacy.ts'
import { searchApi } from '#contract/search.ts'
import { settingsApi } from '#contract/settings.ts'
import { buildCurrentUser } from '#web/testing/builders.ts'
import { buildOrder } from '#web/testing/order-builders.ts'
import { openApp } from '#web/testing/render.tsx'
import { answerOrders } from '#web/testing/screen-answers.ts'
import { answer } from '#web/testing/server.ts'
import { buildSettings } from '#web/testing/settings-builders.ts'

const staff = buildCurrentUser({ role: 'admin' })
const admin = buildCurrentUser({ role: 'admin', isProviderStaff: false })

let fetch: Mock<typeof globalThis.fetch>

beforeEach(() => {
  fetch = vi.spyOn(globalThis, 'fetch')
})
afterEach(() => fetch.mockRestore())

/** The requests so far whose URL has the text, and the page's own address without its fragment, which is not sent. */
const urlsWith = (text: string): string[] =>
  [
    ...fetch.mock.calls.map(([url]) => (url instanceof Request ? url.url : url.toString())),
    window.location.pathname + window.location.search,
  ].filter((url) => decodeURIComponent(url).includes(text))

const nothing = { orders: [], skus: [], products: [], customers: [], promotions: [] }

function answerAll() {
  answerOrders({ rows: [buildOrder()] })
  answer(settingsApi.read, buildSettings())
  answer(auditApi.providerVisits, [], { total: 0 })
  return [
    answer(ordersApi.list, [], { total: 0 }),
    answer(auditApi.list, [], { total: 0 }),
    answer(adminApi.companies, [], { total: 0 }),
    answer(adminApi.users, [], { total: 0 }),
    answer(privacyApi.find, []),
    answer(searchApi.find, nothing),
  ]
}

it.each([
  ['/orders', 'Search orders', admin],
  ['/settings?tab=security', 'Search the audit log', admin],
  ['/settings?tab=security', 'Email address or order number', admin],
  ['/admin', 'Search companies', staff],
  ['/admin', 'Search users', staff],
  ['/orders', 'Search', admin],
])('on %s, what is typed into “%s” is in no URL that leaves the browser', async (path, label, person) => {
  const requests = answerAll()
  const user = openApp(path, person)
  if (label === 'Search') await user.keyboard('{Control>}k{/Control}')
  const box = await screen.findByLabelText(label, { selector: 'input' })
  await user.click(box)
  await user.paste('ana@example.com')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(JSON.stringify(requests)).toContain('ana@example.com'))
  expect(urlsWith('ana')).toEqual([])
})

it('an export of searched orders has the text in its body', async () => {
  answerAll()
  const sent = answer(ordersApi.export, 'order\n')
  const createObjectURL = vi.fn<() => string>(() => 'blob:orders')
  Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const user = openApp('/orders?status=placed#search=ana', buildCurrentUser())
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(clicked).toHaveBeenCalled())
  expect(sent).toEqual([{ search: 'ana', status: 'placed', format: 'csv' }])
  expect(createObjectURL).toHaveBeenCalledOnce()
  expect(urlsWith('ana')).toEqual([])
  clicked.mockRestore()
})
