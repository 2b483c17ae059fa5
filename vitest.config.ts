import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** A server test needs PostgreSQL exactly when it uses something of `server/testing/`; every other one is pure. */
const needsPostgres = (file: string) => readFileSync(file, 'utf8').includes('#server/testing/')
const isAdapterTest = (file: string) => /^server\/integrations\/(?:amazon|meta|smtp|twilio|website)\//.test(file)
const serverTests = globSync('server/**/*.test.ts').filter((file) => !isAdapterTest(file))

/** They start the product in processes of its own, and take longest though their files are short. */
const isLong = ({ moduleId }: TestSpecification) => /\/chaos\/|processes\.test\.ts$|\/kill-sync\./.test(moduleId)

/** Whoever begins last with what takes longest leaves the other cores idle. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Limits that only end what hangs: stages run beside each other, on machines that are sometimes three times slower than usual.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongFirst },
    // A busy machine needs more than the one second that polling comes with.
    expect: { poll: { timeout: 10_000 } },
    // Keeps the output to a line per file; the file's line has its time.
    slowTestThreshold: Number.POSITIVE_INFINITY,
    reporters: [['default', { summary: false }]],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          sequence: { groupOrder: 0 },
          include: [
            '{contract,mutation}/**/*.test.ts',
            'web/**/*.test.ts',
            ...serverTests.filter((file) => !needsPostgres(file)),
          ],
          // Files share their modules and globals, so a file must not leave a replaced one behind.
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'adapters',
          sequence: { groupOrder: 1 },
          include: ['emulators/**/*.test.ts', 'server/integrations/{amazon,meta,smtp,twilio,website}/**/*.test.ts'],
          // Hundreds of small files that all import the same: loading them once per worker halves the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          sequence: { groupOrder: 2 },
          isolate: false,
          include: ['{local,chaos}/**/*.test.ts', ...serverTests.filter(needsPostgres)],
          globalSetup: 'server/testing/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          sequence: { groupOrder: 3 },
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          // Each file would otherwise load the whole application anew, which costs as much as its tests.
          isolate: false,
          setupFiles: 'web/testing/setup.ts',
        },
      },
    ],
  },
})
