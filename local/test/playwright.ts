import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from '../build/build-if-stale.ts'
import { findChromium } from '../chromium.ts'
import { failureOf, countsOf, type TestCounts } from './counts.ts'
import { root } from '../root.ts'
import { runVisibly, tool } from '../tool.ts'

type Suite = {
  file: string
  suites?: Suite[]
  specs: { title: string; tests: { status: string; results: { errors: { message?: string }[] }[] }[] }[]
}
type Report = { stats: { expected: number; flaky: number }; suites: Suite[]; errors: { message?: string }[] }

const specFolder = 'e2e'

/** Browser tests whose path contains one of the filters. */
export function findSpecs(filters: readonly string[]): string[] {
  const specs = readdirSync(join(root, specFolder)).filter((name) => name.endsWith('.spec.ts'))
  return specs.map((name) => `${specFolder}/${name}`).filter((path) => filters.some((filter) => path.includes(filter)))
}

export async function runPlaywright(args: string[] = []): Promise<TestCounts> {
  const chromium = await findChromium()
  await buildIfStale()
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-report-'))
  const file = join(folder, 'report.json')
  try {
    const code = await runVisibly(
      tool(
        'playwright',
        'test',
        '--config',
        'e2e/playwright.config.ts',
        '--reporter=./e2e/file-reporter.ts,json',
        ...args,
      ),
      { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    )
    const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
    if (!report) return countsOf('Playwright', 0, [], code)
    const failures = report.suites.flatMap(failuresOf)
    failures.push(...report.errors.map(({ message }) => failureOf('Playwright', message ?? '')))
    return countsOf('Playwright', report.stats.expected + report.stats.flaky, failures, code)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function failuresOf({ file, suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => failureOf(`${file} › ${title}`, messagesOf(results))),
  )
  return [...own, ...suites.flatMap(failuresOf)]
}

function messagesOf(results: Suite['specs'][number]['tests'][number]['results']): string {
  return results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n')
}
