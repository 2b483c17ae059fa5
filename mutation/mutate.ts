import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#local/root.ts'
import { runVisibly } from '#local/tool.ts'
import type { Part } from './parts.ts'
import type { Report } from './report.ts'

/** Mutated copies and reports. */
const folder = '.mutation'

const stryker = join(root, 'mutation/tool/node_modules/@stryker-mutator/core/bin/stryker.js')

/** Runs Stryker: mutates the part's code and runs the tests that cover each mutant. */
export async function mutate(name: string, part: Part, databaseUrl: string): Promise<Report> {
  const config = join(root, folder, `${name}.config.json`)
  const report = join(root, folder, `${name}.json`)
  mkdirSync(join(root, folder), { recursive: true })
  rmSync(report, { force: true })
  writeFileSync(config, JSON.stringify(settingsOf(name, part)))
  const code = await runVisibly([process.execPath, stryker, 'run', config], {
    TEST_DATABASE_URL: databaseUrl,
    // With Stryker's own list of test files, mutants in module constants would not take effect.
    MUTATION_TESTS: filesOf(part.tests).join(','),
  })
  if (code !== 0) throw new Error(`Stryker ended with code ${code}.`)
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}

function settingsOf(name: string, { code }: Part) {
  return {
    mutate: filesOf(code),
    // Texts are for users; other tests check that the right one is shown.
    mutator: { excludedMutations: ['StringLiteral'] },
    testRunner: 'vitest',
    vitest: { configFile: 'mutation/vitest.config.ts', related: false },
    // A mutant may take longer than the first run by the whole set-up of a test file.
    timeoutMS: 20_000,
    concurrency: 2,
    // Stryker would rewrite paths in tsconfig.json, which has none.
    tsconfigFile: 'none',
    ignorePatterns: [folder, '.data', 'dist', 'test-results'],
    tempDirName: join(folder, 'copies'),
    reporters: ['progress', 'json', 'html'],
    jsonReporter: { fileName: join(folder, `${name}.json`) },
    htmlReporter: { fileName: join(folder, `${name}.html`) },
    logLevel: 'warn',
  }
}

/** The files that match the patterns; test files only for patterns that end with `.test.ts`. */
export function filesOf(patterns: string[]): string[] {
  return patterns.flatMap((pattern) => {
    const exclude = pattern.endsWith('.test.ts') ? [] : ['**/*.test.ts']
    const files = globSync(pattern, { cwd: root, exclude })
    if (files.length === 0) throw new Error(`No file is called ${pattern}.`)
    return files
  })
}
