import { defineConfig } from '@playwright/test'
import { ownProduct, workers } from './product.ts'

/** `npm run e2e` finds the browser; the products themselves are started by the global set-up. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './start-products.ts',
  outputDir: '../test-results',
  workers,
  forbidOnly: true,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  use: {
    baseURL: ownProduct().url,
    viewport: { width: 1280, height: 800 },
    // Nothing is tested of how things move; to draw that takes a quarter of the time.
    contextOptions: { reducedMotion: 'reduce' },
    // To record each step takes a tenth of the time. Of a failure the page as it was is kept; `--trace=on` records it all.
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
