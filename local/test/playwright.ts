import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from '../build/build-if-stale.ts'
import { findChromium } from '../chromium.ts'
import { tallyOf, type Tally } from '../tally.ts'
import { runVisibly, tool } from '../tool.ts'

type Report = { stats: { expected: number; flaky: number; unexpected: number } }

export async function runPlaywright(args: string[] = []): Promise<Tally> {
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
    const { expected, flaky, unexpected } = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Report).stats
      : { expected: 0, flaky: 0, unexpected: 0 }
    return tallyOf(expected + flaky, unexpected, code)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
