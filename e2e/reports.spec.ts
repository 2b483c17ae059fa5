import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inboxes } from './emulator-control.ts'
import { openOwnCompany, refuse, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, expectToast, test } from './sign-in.ts'
import { addWebsite, deliver, orderCreated, ordersOf } from './website.ts'
import { sheetsOf } from './workbooks.ts'

const figureOf = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Report', exact: true })
    .locator('dl')
    .first()
    .locator('> div', { has: page.locator('dt').getByText(label, { exact: true }) })
const drawer = (page: Page) => page.getByRole('dialog')
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const dayOf = (moment: string) => moment.slice(0, 10)

async function choose(page: Page, type: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Report type' }).click()
  await page.getByRole('option', { name: type }).click()
  await page.getByRole('button', { name: 'Apply Filters' }).click()
}

/** Orders of two customers, one of whom orders twice; one order is cancelled. */
async function sellSomething(page: Page): Promise<void> {
  await uploadRows(page, [
    ['TEE', 'Tee', 19, 40],
    ['CAP', 'Cap', 10, 3],
  ])
  const website = await addWebsite(page, 'Report Shop')
  const order = (id: string, sku: string, placedAt: string, more: object = {}) => {
    const created = orderCreated(id, sku)
    return { ...created, data: { ...created.data, placedAt, ...more } }
  }
  const bob = { customer: { email: 'bob@example.com', firstName: 'Bob', lastName: 'Stone' } }
  for (const event of [
    order('R-1', 'TEE', daysAgo(2)),
    order('R-2', 'TEE', daysAgo(1)),
    order('R-3', 'CAP', daysAgo(1), bob),
    order('R-4', 'TEE', daysAgo(1), bob),
    order('R-0', 'TEE', daysAgo(40), bob),
  ]) {
    expect(await deliver(website, event)).toBe(202)
  }
  await expect.poll(() => ordersOf(page, website)).toHaveLength(5)
  const cancelled = { type: 'order.cancelled', timestamp: new Date().toISOString(), data: { externalOrderId: 'R-4' } }
  expect(await deliver(website, cancelled)).toBe(202)
  await expect.poll(async () => (await ordersOf(page, website)).map(({ status }) => status)).toContain('cancelled')
}

test('four reports show figures, the previous period and the orders behind them, and exports agree with them', async ({
  page,
}) => {
  test.slow()
  await openOwnCompany(page, '/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Reports & Analytics' })).toBeVisible()
  await expect(page.getByLabel('Start date')).toHaveValue(dayOf(daysAgo(29)))
  await expect(page.getByLabel('End date')).toHaveValue(dayOf(daysAgo(0)))
  for (const [label, nothing] of [
    ['Revenue', '$0.00'],
    ['Orders', '0'],
    ['Average Order Value', '—'],
    ['Unique Customers', '0'],
  ] as const)
    await expect(figureOf(page, label)).toContainText(nothing)

  await sellSomething(page)
  await page.reload()
  await expect(figureOf(page, 'Revenue')).toContainText('$114.00')
  await expect(figureOf(page, 'Revenue')).toContainText('+200%')
  await expect(figureOf(page, 'Average Order Value')).toContainText('$38.00')
  await expect(figureOf(page, 'Unique Customers')).toContainText('2')
  await figureOf(page, 'Revenue').getByRole('link').click()
  await expect(drawer(page).getByRole('listitem')).toHaveCount(3)
  await page.reload()
  await expect(drawer(page).getByRole('listitem')).toHaveCount(3)
  await closeWithEscape(page)
  await expect(drawer(page)).toHaveCount(0)

  for (const [type, label, value] of [
    ['Inventory', 'Units Sold', '6'],
    ['Channels', 'Cancelled Share', '25%'],
    ['Customers', 'New Customers', '1'],
  ] as const) {
    await choose(page, type)
    await expect(page).toHaveURL(new RegExp(`type=${type.toLowerCase()}`))
    await expect(figureOf(page, label)).toContainText(value)
    await expect(page.getByRole('region', { name: 'Report', exact: true }).getByRole('table').last()).toBeVisible()
  }

  await choose(page, 'Sales')
  await page.getByRole('button', { name: 'Export' }).click()
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Workbook (XLSX)' }).click(),
  ])
  expect(await sheetsOf(workbook)).toEqual(['Summary', 'Sales', 'Orders'])
  await page.getByRole('button', { name: 'Export' }).click()
  const [orders] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Orders (CSV)' }).click(),
  ])
  const lines = readFileSync(await orders.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 4)

  await page.getByLabel('Start date').fill(dayOf(daysAgo(0)))
  await page.getByLabel('End date').fill(dayOf(daysAgo(5)))
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByText('The end date is before the start date')).toBeVisible()
})

test('scheduled reports: two exist from the start, can be changed, sent now, added and deleted, and are mailed', async ({
  page,
}) => {
  test.slow()
  await openOwnCompany(page, '/reports')
  const schedules = page.getByRole('table', { name: 'Scheduled reports' })
  const daily = schedules.getByRole('row', { name: /Daily sales summary/ })
  for (const text of ['Daily at 9:00 AM', 'finance', 'Active']) await expect(daily).toContainText(text)
  const weekly = schedules.getByRole('row', { name: /Weekly inventory report/ })
  for (const text of ['Weekly on Monday at 8:00 AM', 'operations', 'Active']) await expect(weekly).toContainText(text)

  const act = async (name: string, item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const address = `finance-${Date.now()}@example.com`
  await act('Daily sales summary', 'Edit')
  await page.getByLabel('Recipients').fill(address)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Schedule Updated', { exact: true })).toBeVisible()
  await act('Daily sales summary', 'Run now')
  await expectToast(page, 'Report Queued', 'It will arrive in a moment')
  await expect.poll(() => inboxes(page.request).mailsTo(address)).toHaveLength(1)
  const [mail] = await inboxes(page.request).mailsTo(address)
  expect(mail?.subject).toContain('Daily sales summary')
  expect(mail?.text).toContain('Revenue')
  await expect(daily).toContainText('Sent')

  await page.getByRole('button', { name: 'New schedule' }).click()
  await page.getByLabel('Name').fill('Channels on Friday')
  await page.getByLabel('Audience').fill('marketing')
  await refuse(page, '/api/report-schedules', 'There are too many already.')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(drawer(page)).toContainText('There are too many already.')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Schedule Created', { exact: true })).toBeVisible()
  await act('Channels on Friday', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Schedule Deleted', { exact: true })).toBeVisible()
  await expect(schedules.getByRole('row')).toHaveCount(1 + 2)
})
