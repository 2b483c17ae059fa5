import { expect, type Locator, type Page } from '@playwright/test'
import { addWebsite, deliver, ordersOf, type Website } from './website.ts'

/** Opens the list of a new website's orders, with what it has sold already; more of the address may follow. */
export async function openOrders(page: Page, name: string, sold: object[] = [], query = ''): Promise<Website> {
  const website = await addWebsite(page, name)
  for (const order of sold) expect(await deliver(website, order)).toBe(202)
  await expect.poll(() => ordersOf(page, website)).toHaveLength(sold.length)
  const listening = page.waitForResponse('**/api/events')
  await page.goto(`/orders?channelId=${website.id}${query}`)
  await listening
  return website
}

export const cardOf = (page: Page, externalOrderId: string): Locator =>
  page.getByRole('region', { name: `#${externalOrderId}`, exact: true })
