import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * In its legacy mode axe needs no second page for its report, and half the time; it can't look into frames, and we have none.
 * Of what it finds right it need not tell.
 */
const axeOn = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** What axe finds serious: everything in the light theme, and in the dark one what differs there. */
export async function findings(page: Page): Promise<string[]> {
  const light = await axeOn(page).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeOn(page).withRules('color-contrast').analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light.violations, ...dark.violations]
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Neither the page nor a dialog on it is wider than a phone, once what is drawn to measure (a chart) has been drawn anew. */
export async function expectToFitAPhone(page: Page, look: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=dialog]')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    )
  await expect.poll(async () => Math.max(...(await overflow())), look).toBe(0)
  await page.setViewportSize({ width, height })
}
