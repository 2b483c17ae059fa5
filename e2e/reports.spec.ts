import { inboxes } from './emulator-control.ts'
import { openOwnCompany } from './own-company.ts'
import { expect, expectToast, test } from './sign-in.ts'
import { sheetsOf } from './workbooks.ts'

test('a report is downloaded as a workbook, and scheduled ones exist from the start, can be changed and sent now, and are mailed', async ({
  page,
}) => {
  test.slow()
  await openOwnCompany(page, '/reports')
  await page.getByRole('button', { name: 'Export' }).click()
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Workbook (XLSX)' }).click(),
  ])
  expect(await sheetsOf(workbook)).toEqual(['Summary', 'Sales', 'Orders'])

  const schedules = page.getByRole('table', { name: 'Scheduled reports' })
  const daily = schedules.getByRole('row', { name: /Daily sales summary/ })
  for (const text of ['Daily at 9:00 AM', 'finance', 'Active']) await expect(daily).toContainText(text)
  const weekly = schedules.getByRole('row', { name: /Weekly inventory report/ })
  for (const text of ['Weekly on Monday at 8:00 AM', 'operations', 'Active']) await expect(weekly).toContainText(text)

  const act = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Daily sales summary' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const address = `finance-${Date.now()}@example.com`
  await act('Edit')
  await page.getByLabel('Recipients').fill(address)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Schedule Updated', { exact: true })).toBeVisible()
  await act('Run now')
  await expectToast(page, 'Report Queued', 'It will arrive in a moment')
  await expect.poll(() => inboxes(page.request).mailsTo(address)).toHaveLength(1)
  const [mail] = await inboxes(page.request).mailsTo(address)
  expect(mail?.subject).toContain('Daily sales summary')
  expect(mail?.text).toContain('Revenue')
  await expect(daily).toContainText('Sent')
})
