import { test, type Locator, type Page } from '@playwright/test'

export type Person = ReturnType<typeof clicker>

/** Counts the clicks and seconds of a person, who does one thing after the other. The report names both. */
export function clicker(page: Page) {
  const startedAt = performance.now()
  let clicks = 0
  const clickAt = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  return {
    clickAt,
    click: (name: string | RegExp, role: 'button' | 'link' | 'combobox' | 'option' | 'radio' | 'checkbox' = 'button') =>
      clickAt(page.getByRole(role, { name }).last()),
    report: (what: string) =>
      test.info().annotations.push({
        type: what,
        description: `${clicks} clicks, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
      }),
    clicks: () => clicks,
    seconds: () => (performance.now() - startedAt) / 1000,
  }
}
