import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter'

type Tally = { left: number; passed: number; failed: number; ms: number }

/** Prints a line per finished file, and a full report of failures only. */
export default class FileReporter implements Reporter {
  readonly #files = new Map<string, Tally>()

  onBegin(_config: FullConfig, suite: Suite): void {
    for (const test of suite.allTests()) {
      const tally = this.#tallyOf(test)
      tally.left++
    }
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const tally = this.#tallyOf(test)
    tally.left--
    tally.ms += result.duration
    if (test.outcome() === 'unexpected') {
      tally.failed++
      console.log(`✗ ${test.titlePath().slice(3).join(' › ')}`)
      for (const error of result.errors) console.log(error.stack ?? error.message ?? '')
    } else tally.passed++
    if (tally.left > 0) return
    const mark = tally.failed === 0 ? '✓' : '✗'
    const count = `${tally.passed} passed${tally.failed ? `, ${tally.failed} failed` : ''}`
    console.log(`${mark} ${relative('.', test.location.file)} (${count}) ${(tally.ms / 1000).toFixed(1)} s`)
  }

  #tallyOf(test: TestCase): Tally {
    const { file } = test.location
    const tally = this.#files.get(file) ?? { left: 0, passed: 0, failed: 0, ms: 0 }
    this.#files.set(file, tally)
    return tally
  }
}
