import type { Page } from '@playwright/test'

export type Scene = {
  name: string
  /** Where it is shown: on the landing page or in the documents. */
  shownBy: 'landing' | 'documents'
  isPhone?: true
  /** Navigates to the scene and waits until its content is visible. */
  open(page: Page): Promise<void>
}

export const scenes: Scene[] = [
  { name: 'dashboard', shownBy: 'landing', open: (page) => goTo(page, '/dashboard', 'Dashboard') },
  {
    name: 'orders',
    shownBy: 'landing',
    async open(page) {
      await goTo(page, '/orders?status=shipped', 'Orders')
      await page
        .getByRole('button', { name: /^View order / })
        .nth(1)
        .click()
      await page.getByRole('dialog', { name: /^Order / }).waitFor()
    },
  },
  { name: 'reports', shownBy: 'landing', open: (page) => goTo(page, '/reports', 'Reports & Analytics') },
  {
    name: 'inventory',
    shownBy: 'documents',
    async open(page) {
      await goTo(page, '/inventory?search=HP-THR', 'Stock Management')
      await page.getByRole('link', { name: 'HP-THR-OAT', exact: true }).click()
      await page.getByRole('dialog').getByRole('list', { name: 'Recent movements' }).waitFor()
    },
  },
  {
    name: 'sheet-view',
    shownBy: 'documents',
    async open(page) {
      await goTo(page, '/sheet-view', 'Sheet View')
      await page.getByRole('button', { name: 'Enable Sheet View' }).click()
      await page.getByRole('grid').waitFor()
      for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
      await page.keyboard.type('245.00')
      await page.keyboard.press('Enter')
    },
  },
  { name: 'phone', shownBy: 'documents', isPhone: true, open: (page) => goTo(page, '/dashboard', 'Dashboard') },
  {
    name: 'search',
    shownBy: 'documents',
    async open(page) {
      await goTo(page, '/dashboard', 'Dashboard')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('throw')
      await page.getByRole('dialog').getByText('HP-THR-OAT').first().waitFor()
    },
  },
]

async function goTo(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}
