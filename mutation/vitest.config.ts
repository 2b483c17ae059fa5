import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const tests = (process.env['MUTATION_TESTS'] ?? '').split(',')
const needPostgres = tests.some((file) => readFileSync(file, 'utf8').includes('#server/testing/'))

/** How tests run upon a mutated copy: one file after the other, each with modules of its own. */
export default defineConfig({
  test: {
    include: tests,
    fileParallelism: false,
    expect: { poll: { timeout: 10_000 } },
    globalSetup: needPostgres ? ['server/testing/global-setup.ts'] : [],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
