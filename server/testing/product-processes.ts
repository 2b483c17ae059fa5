import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundle } from '#local/build/bundle.ts'
import { findFreePort } from '#local/free-port.ts'

type Part = { args: string[]; port: number | null; child: ChildProcess | null }

export type ProductProcesses = {
  /** Where the web processes answer while they live. */
  urls: readonly string[]
  /** `kill -9` to one of them, which is started again at once, as whoever watches over it would. */
  kill(random: () => number): Promise<void>
  stop(): Promise<void>
}

/** The product as it runs in earnest: web processes and workers apart, each watched over. */
export async function startProcesses(
  env: Record<string, string>,
  { web, workers }: { web: number; workers: number },
): Promise<ProductProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-processes-'))
  const program = join(folder, 'server.mjs')
  await bundle('server/main.ts', program)
  const ports = await Promise.all(Array.from({ length: web }, () => findFreePort()))
  const parts: Part[] = [
    ...ports.map((port) => ({ args: ['serve', '--web-only'], port, child: null })),
    ...Array.from({ length: workers }, () => ({ args: ['worker'], port: null, child: null })),
  ]
  let isOver = false

  const start = (part: Part) => {
    const child = fork(program, part.args, {
      env: { ...env, ...(part.port ? { PORT: String(part.port) } : {}) },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    part.child = child
    // One that can't go on, because its database is gone, is started again after a while.
    child.once('exit', (code) => {
      if (!isOver && code !== null) setTimeout(() => !isOver && part.child === child && start(part), 300)
    })
  }

  parts.forEach(start)
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  await Promise.all(urls.map(answers))
  return {
    urls,
    async kill(random) {
      const part = parts[Math.floor(random() * parts.length)]
      const { child } = part ?? {}
      if (!part || !child || child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
      start(part)
    },
    async stop() {
      isOver = true
      await Promise.all(
        parts.map(async ({ child }) => {
          if (!child || child.exitCode !== null || child.signalCode !== null) return
          child.kill('SIGKILL')
          await once(child, 'exit')
        }),
      )
      rmSync(folder, { recursive: true })
    },
  }
}

async function answers(url: string): Promise<void> {
  for (let turn = 0; turn < 300; turn += 1) {
    if ((await fetch(`${url}/healthz`).catch(() => null))?.ok) return
    await sleep(50)
  }
  throw new Error(`${url} does not answer`)
}
