import { defineConfig } from '@playwright/test'
import { ownProduct, workers } from './product.ts'

const accessibility = 'accessibility.spec.ts'
/** Files that set up a company for all their tests. */
const withCompany = ['orders.spec.ts', 'amazon.spec.ts']

/** `npm run e2e` sets the browser path; the products are started by the global set-up. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './start-products.ts',
  outputDir: '../test-results',
  workers,
  // In this sequence: what is longest comes before the rest, so that no worker is left with it at the end, but orders
  // not right after the start, when the demo company's orders use up Amazon's rate limits.
  projects: [
    { name: 'accessibility', testMatch: accessibility },
    { name: 'company', testMatch: withCompany },
    { name: 'others', testIgnore: [accessibility, ...withCompany] },
  ],
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  use: {
    baseURL: ownProduct().url,
    viewport: { width: 1280, height: 800 },
    // Animations are not tested, and drawing them takes a quarter of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each step takes a tenth of the time. A failure keeps a snapshot of the page; `--trace=on` records everything.
    trace: 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '',
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-gpu',
        ...(isRoot() ? ['--no-sandbox'] : []),
      ],
    },
  },
})

/** Chromium's sandbox refuses to run as root. */
function isRoot(): boolean {
  return process.getuid?.() === 0
}
