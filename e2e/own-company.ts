import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { signInByRequest } from './sign-in.ts'
import { workbook, type Cell } from './workbooks.ts'

const headers = { 'x-requested-with': 'XMLHttpRequest' }

/** Creates an empty company and switches the signed-in admin to it. Returns its id. */
export async function moveToOwnCompany(page: Page): Promise<string> {
  const company = { name: `Own ${randomUUID()}`, email: 'own@example.com' }
  const made = await page.request.post('/api/admin/companies', { headers, data: company })
  const { id: companyId } = (await made.json()) as { id: string }
  const switched = await page.request.post('/api/auth/company', { headers, data: { companyId } })
  expect(switched.status()).toBe(200)
  return companyId
}

/** Opens a screen as an admin in a new company. */
export async function openOwnCompany(page: Page, path: string): Promise<void> {
  await signInByRequest(page, 'admin@lockstep.test')
  await moveToOwnCompany(page)
  // The page receives changes that the test makes by requests only once it is subscribed to events.
  const listening = page.waitForResponse('**/api/events')
  await page.goto(path)
  await listening
}

/** Uploads rows of SKU, title, price, quantity, and optionally ASIN and category. */
export async function uploadRows(page: Page, rows: Cell[][]): Promise<void> {
  const uploaded = await page.request.post('/api/bulk/upload', {
    headers,
    multipart: { file: workbook('rows.xlsx', rows) },
  })
  expect(await uploaded.json()).toMatchObject({ created: rows.length, failed: 0 })
}

export async function addProduct(page: Page, product: object, ...skus: object[]): Promise<void> {
  const made = await page.request.post('/api/products', { headers, data: product })
  const { id } = (await made.json()) as { id: string }
  for (const data of skus)
    expect((await page.request.post(`/api/products/${id}/skus`, { headers, data })).status()).toBe(201)
}

type SheetRow = {
  id: string
  sku: string
  title: string
  price: number
  quantity: number
  asin: string
  category: string
}

export async function sheetRows(page: Page): Promise<SheetRow[]> {
  return (await (await page.request.get('/api/products/sheet-data?limit=500')).json()) as SheetRow[]
}

/** Changes a row as another user would meanwhile. */
export async function changeRow(page: Page, sku: string, cells: object): Promise<void> {
  const id = (await sheetRows(page)).find((row) => row.sku === sku)?.id
  const saved = await page.request.post('/api/products/bulk-update', { headers, data: { updates: [{ id, ...cells }] } })
  expect(saved.status()).toBe(200)
}

/** Answers the next write to the path with a refusal; reads pass, since screens poll. */
export async function refuse(page: Page, path: string, sentence: string): Promise<void> {
  let isRefused = false
  await page.route(`**${path}*`, (route) => {
    if (isRefused || route.request().method() === 'GET') return route.fallback()
    isRefused = true
    return route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { status: 409, detail: sentence },
    })
  })
}
