import type { Page } from '@playwright/test'
import { openOwnCompany, uploadRows } from './own-company.ts'
import { expect, expectToast, test } from './sign-in.ts'

const saveAll = (page: Page, count: string) => page.getByRole('button', { name: `Save All Changes (${count})` })
const intro = (page: Page) => page.getByRole('button', { name: 'Enable Sheet View' })

async function enable(page: Page, rows: number) {
  await intro(page).click()
  await expect(page.getByRole('grid')).toBeFocused()
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows + 1))
}

test('1,000 rows are pasted from a spreadsheet, undone as one step, and saved', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const code = (index: number) => `P-${String(index).padStart(4, '0')}`
  await openOwnCompany(page, '/sheet-view')
  await uploadRows(
    page,
    Array.from({ length: 1_000 }, (_, index) => [code(index), `Part ${index}`, 1, 1]),
  )
  await enable(page, 1_000)
  const block = Array.from({ length: 1_000 }, (_, index) => `Pasted ${index}\t${index}.25\t${index}`).join('\r\n')
  await page.evaluate((text) => navigator.clipboard.writeText(text), block)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+v')
  await expect(saveAll(page, '1,000')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(saveAll(page, '0')).toBeVisible()
  await page.keyboard.press('Control+y')
  await expect(saveAll(page, '1,000')).toBeVisible()
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alertdialog', { name: /^Are these [\d,]+ values right\?$/ })
  await question.getByRole('checkbox', { name: 'I checked them' }).check()
  await question.getByRole('button', { name: /^Apply [\d,]+ values$/ }).click()
  await expectToast(page, 'Changes Saved', 'Updated 1,000 products successfully')
  await expect(intro(page)).toBeFocused()
  await enable(page, 1_000)
  await page.keyboard.press('Control+End')
  await expect(page.getByRole('row', { name: 'P-0999 Pasted 999 999.25 999' })).toBeVisible()
})
