import { changeRow, openOwnCompany, sheetRows, uploadRows } from './own-company.ts'
import { closeWithEscape, expect, test } from './sign-in.ts'
import { rowsOf, workbook } from './workbooks.ts'

test('the preview shows what a file would change; its valid rows are applied, invalid ones listed, and all of it is undone', async ({
  page,
}) => {
  await openOwnCompany(page, '/bulk-upload')
  await uploadRows(page, [
    ['UP-1', 'Upload one', 10, 5],
    ['UP-2', 'Upload two', 20, 6],
  ])
  await page.getByLabel('Choose an Excel file').setInputFiles(
    workbook('second.xlsx', [
      ['UP-1', 'Upload one', 4, 5],
      ['UP-2', 'Upload two', 21, 6],
      ['UP-3', 'Upload three', 'free', 1],
    ]),
  )
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('The price drops by more than 40%.')
  await expect(preview.getByRole('row', { name: /^Row 4\s+Price\s+Price must be a number/ })).toBeVisible()
  await page.getByRole('button', { name: 'Apply 2 changes' }).dblclick()
  const question = page.getByRole('alertdialog', { name: 'Is this value right?' })
  await expect(question).toContainText('$10.00 → $4.00')
  await expect(preview).toBeVisible()
  await question.getByRole('checkbox', { name: 'I checked it' }).check()
  await question.getByRole('button', { name: 'Apply this value' }).click()
  await expect(page.getByText('Processed 3 rows: 2 updated, 0 created', { exact: true })).toBeVisible()
  const [errors] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download errors' }).first().click(),
  ])
  expect(await rowsOf(errors)).toEqual([
    ['Row', 'Column', 'Reason'],
    [4, 'Price', 'Price must be a number such as 12'],
  ])

  await changeRow(page, 'UP-2', { price: 33 })
  const history = page.getByRole('region', { name: 'Bulk change history' })
  const row = history.getByRole('row').filter({ hasText: 'Upload · second.xlsx' })
  await row.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('dialog')).toContainText('UP-2')
  await expect(page.getByRole('dialog')).toContainText('33')
  await closeWithEscape(page)
  await expect(row).toContainText('Undone')
  expect((await sheetRows(page)).map(({ sku, price }) => [sku, price])).toEqual([
    ['UP-1', 10],
    ['UP-2', 33],
  ])
})
