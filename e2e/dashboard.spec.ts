import type { Page } from '@playwright/test'
import { openOwnCompany, uploadRows } from './own-company.ts'
import { expect, expectToast, test } from './sign-in.ts'
import { addWebsite, deliver, orderCreated } from './website.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const metric = (page: Page, label: string) =>
  page.locator('dl > div', { has: page.getByRole('link', { name: label, exact: true }) })

test('a new company is led through its first steps, its cards fill as things happen, and quick actions do what they say', async ({
  page,
}) => {
  await openOwnCompany(page, '/')
  await expect(page.getByText('Command Center')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  for (const text of [
    'No recent orders found. Orders will appear here when they are received from your channels.',
    'No sales channels configured yet. Add your first channel to start managing inventory.',
    'No inventory alerts at this time. All products are adequately stocked.',
    'No active background jobs. System is running smoothly.',
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(metric(page, "Today's Orders")).toContainText('0')
  await expect(metric(page, 'Revenue')).toContainText('$0.00')
  await expect(card(page, 'Channel Status')).toContainText('Amazon MCF')
  await expect(card(page, 'Channel Status')).toContainText('Not Connected')
  const steps = card(page, 'First steps')
  await expect(steps).toContainText('0 of 7')

  const website = await addWebsite(page, 'First Shop')
  await expect(steps).toContainText('2 of 7')
  await expect(card(page, 'Channel Status').getByRole('listitem').filter({ hasText: 'First Shop' })).toContainText(
    'Waiting for first order',
  )
  await uploadRows(page, [
    ['OUT', 'Nothing left', 10, 0],
    ['ONE', 'One left', 10, 1],
    ['FIVE', 'Five left', 10, 5],
    ['SIX', 'Six left', 10, 6],
    ['TEN', 'Ten left', 10, 10],
    ['TEN-TOO', 'Ten left as well', 10, 10],
    ['MANY', 'Plenty', 10, 11],
  ])
  await expect(metric(page, 'Low Stock Alerts')).toContainText('6')
  const alerts = card(page, 'Inventory Alerts')
  await expect(alerts.getByRole('listitem')).toHaveText([
    /^OUT.*Out of Stock/,
    /^ONE.*Critical/,
    /^FIVE.*Critical/,
    /^SIX.*Low Stock/,
    /^TEN.*Low Stock/,
  ])
  await expect(alerts).toContainText('1 more alert on the Inventory page')

  expect(await deliver(website, orderCreated('F-1', 'MANY'))).toBe(202)
  await expect(steps).toContainText('3 of 7')
  await expect(metric(page, "Today's Orders")).toContainText('1')
  await expect(metric(page, 'Revenue')).toContainText('$38.00')
  await expect(page.getByRole('table', { name: 'Recent orders' }).getByRole('row')).toHaveCount(1 + 1)

  await expect(page.getByRole('button', { name: 'Sync Now' })).toHaveAttribute('aria-disabled', 'true')
  const quick = card(page, 'Quick Actions')
  const download = page.waitForEvent('download')
  await quick.getByRole('link', { name: 'Export Daily Report' }).click()
  expect((await download).suggestedFilename()).toMatch(/^sales-report-\d{4}-\d\d-\d\d\.xlsx$/)
  await quick.getByRole('link', { name: 'Add New Product' }).click()
  const dialog = page.getByRole('dialog', { name: /Product/ })
  await dialog.getByLabel('Title').fill('Made from the dashboard')
  await dialog.getByRole('button', { name: 'Create Product' }).click()
  await expectToast(page, 'Product Created', 'Product has been created successfully')
  await expect(page).toHaveURL(/\/products$/)
  await page.goBack()
  await page.getByRole('link', { name: 'View all orders' }).click()
  await expect(page).toHaveURL(/\/orders$/)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('dialog').getByPlaceholder('Search orders, products, customers…')).toBeVisible()
})
