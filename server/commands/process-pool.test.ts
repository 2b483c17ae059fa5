import cluster from 'node:cluster'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import { createProcessPool } from './supervise.ts'

const folder = mkdtempSync(join(tmpdir(), 'lockstep-crew-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The children do what their first word says, by this file. */
function runChildren(text: string): { lines: object[]; log: Log } {
  const exec = join(folder, 'child.mjs')
  writeFileSync(exec, text)
  cluster.setupPrimary({ exec, execArgv: [] })
  const lines: object[] = []
  const note = (facts: object) => void lines.push(facts)
  return { lines, log: { error: note, fatal: note } as unknown as Log }
}

it('the pool gives up on a process that was never ready, with its exit code', async () => {
  const { lines, log } = runChildren('process.exit(Number(process.argv[2]))')
  await expect(createProcessPool(log).maintain({ name: 'worker', args: ['3'], maxStarts: 3 })).rejects.toMatchObject({
    message: 'The worker process ended (code 3) before it was ready.',
    end: { code: 3, signal: null },
  })
  expect(lines).toMatchObject([{ inARow: 1 }, { inARow: 2 }])
})

it('the pool replaces a process that was ready again and again, with growing delays and the arguments for restarts', async () => {
  const { lines, log } = runChildren(`process.send('ready', () => process.exit(Number(process.argv[2])))`)
  const crew = createProcessPool(log)
  const kept = crew.maintain({ name: 'web', firstArgs: ['4'], args: ['5'], maxStarts: 1 })
  await vi.waitFor(() => expect(lines).toHaveLength(3), 10_000)
  expect(lines).toMatchObject([
    { code: 4, pauseMs: 100 },
    { code: 5, pauseMs: 200 },
    { code: 5, pauseMs: 400 },
  ])
  await crew.stop()
  await kept
})
