import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Serious findings of axe in an open dialog, else in the main part: all rules in the light theme; in the dark one contrast. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const light = await violations(page, { rules: neverSerious })
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violations(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark]
}

/** Rules whose findings are at most moderate: each of them would search the whole page for nothing. */
const neverSerious = Object.fromEntries(
  axe
    .getRules(['best-practice'])
    .filter(({ ruleId }) =>
      /^(?:landmark-|heading-|page-has-|region$|skip-link$|table-dup|image-redundant)/.test(ruleId),
    )
    .map(({ ruleId }) => [ruleId, { enabled: false }]),
)

/**
 * What lies behind a dialog is dimmed and was looked at before, and the menu beside the main part is the same everywhere: only the
 * dashboard is looked at as a whole. Skips frames (they only hold mails) and leaves out passed rules.
 */
const violations = (page: Page, options: RunOptions): Promise<string[]> =>
  page.evaluate(
    async (options) => {
      const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]')
      const main = location.pathname === '/dashboard' ? null : document.querySelector('main')
      const found = await window.axe?.run(dialogs.length > 0 ? [...dialogs] : (main ?? document), options)
      if (!found) throw new Error('axe is not on this page')
      return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
    },
    { ...options, iframes: false, resultTypes: ['violations'] } satisfies RunOptions,
  )

/** Neither the page nor a dialog is wider than a phone, once charts are redrawn. */
export async function expectPhoneWidth(page: Page, view: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=dialog]')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    )
  await expect.poll(async () => Math.max(...(await overflow())), view).toBe(0)
  await page.setViewportSize({ width, height })
}
