import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#local/root.ts'
import { runVisibly } from '#local/tool.ts'
import type { Part } from './parts.ts'
import type { Report } from './report.ts'

/** Copies with changes, and reports of what became of them. */
const folder = '.mutation'

const stryker = join(root, 'mutation/tool/node_modules/@stryker-mutator/core/bin/stryker.js')

/** Changes the part's code in every small way, one after the other, and runs the tests that come by each change. */
export async function mutate(name: string, part: Part, databaseUrl: string): Promise<Report> {
  const config = join(root, folder, `${name}.config.json`)
  const report = join(root, folder, `${name}.json`)
  mkdirSync(join(root, folder), { recursive: true })
  rmSync(report, { force: true })
  writeFileSync(config, JSON.stringify(settingsOf(name, part)))
  const code = await runVisibly([process.execPath, stryker, 'run', config], {
    TEST_DATABASE_URL: databaseUrl,
    // Stryker's own list of test files would leave constants of modules unchanged while they run.
    MUTATION_TESTS: filesOf(part.tests).join(','),
  })
  if (code !== 0) throw new Error(`Stryker ended with code ${code}.`)
  return JSON.parse(readFileSync(report, 'utf8')) as Report
}

function settingsOf(name: string, { code }: Part) {
  return {
    mutate: filesOf(code),
    // Texts are for people; that the right one is shown is another test's business.
    mutator: { excludedMutations: ['StringLiteral'] },
    testRunner: 'vitest',
    vitest: { configFile: 'mutation/vitest.config.ts', related: false },
    // Each mutant may take a file's whole set-up longer than the quiet first run did.
    timeoutMS: 20_000,
    concurrency: 2,
    // It would rewrite paths in ours, which has none.
    tsconfigFile: 'none',
    ignorePatterns: [folder, '.data', 'dist', 'test-results'],
    tempDirName: join(folder, 'copies'),
    reporters: ['progress', 'json', 'html'],
    jsonReporter: { fileName: join(folder, `${name}.json`) },
    htmlReporter: { fileName: join(folder, `${name}.html`) },
    logLevel: 'warn',
  }
}

/** The files that patterns of a part name; tests only where they are asked for by `*.test.ts`. */
export function filesOf(patterns: string[]): string[] {
  return patterns.flatMap((pattern) => {
    const exclude = pattern.endsWith('.test.ts') ? [] : ['**/*.test.ts']
    const files = globSync(pattern, { cwd: root, exclude })
    if (files.length === 0) throw new Error(`No file is called ${pattern}.`)
    return files
  })
}
