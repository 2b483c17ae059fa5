import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const tests = (process.env['MUTATION_TESTS'] ?? '').split(',')
const needPostgres = tests.some((file) => readFileSync(file, 'utf8').includes('#server/testing/'))

/** Tests on a mutated copy run one file after the other, each with fresh modules. */
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
