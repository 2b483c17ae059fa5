import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundle } from '#local/build/bundle.ts'
import { findFreePort } from '#local/free-port.ts'

export type ProductProcesses = {
  /** Where the web processes answer while they live. */
  urls: readonly string[]
  /** The file that each of them runs. */
  program: string
  /** `kill -9` to one of them, which is started again at once, as whoever watches over it would. */
  kill(random: () => number): Promise<void>
  /** One of them stands still for a while, as under a debugger or on a machine that is moved. */
  freeze(random: () => number, milliseconds: number): Promise<void>
  /** The clock of one of them goes wrong by so much for a while, if it was started with `shifted-clock.mjs`. */
  shiftClock(random: () => number, shift: number, milliseconds: number): Promise<void>
  /** The clocks of all that run now are off by so much from now on, if they were started with `shifted-clock.mjs`. */
  setClocks(shift: number): void
  /** Ends the workers for good. From then on only what is asked for happens, whatever the schedule and the hour. */
  endWorkers(): Promise<void>
  untilReady(): Promise<void>
  /** Those that gave up by themselves, though they had been at work. */
  givenUp(): number
  stop(): Promise<void>
}

type Wanted = {
  web: number
  workers: number
  /** What each gets beside the environment, such as a module that is loaded first. */
  execArgv?: string[]
  /** Hears all that they print; without it their log goes nowhere and their errors are shown. */
  onOutput?: (chunk: Buffer) => void
}

const worker = 'worker'

/** The product as it runs in earnest: web processes and workers apart, each watched over. */
export async function startProcesses(env: Record<string, string>, wanted: Wanted): Promise<ProductProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'lockstep-processes-'))
  const program = await bundleInto(folder)
  const ports = await Promise.all(Array.from({ length: wanted.web }, () => findFreePort()))
  const watch = watchOver([
    ...ports.map((port) => ({
      program,
      args: ['serve', '--web-only'],
      env: { ...env, PORT: String(port) },
      ...wanted,
    })),
    ...Array.from({ length: wanted.workers }, () => ({ program, args: [worker], env, ...wanted })),
  ])
  await watch.untilReady()
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    program,
    ...watch,
    async stop() {
      await watch.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Program = Pick<Wanted, 'execArgv' | 'onOutput'> & { program: string; args: string[]; env: Record<string, string> }
type Part = { what: Program; child: ChildProcess; isReady: boolean; isEnding: boolean }

function watchOver(programs: readonly Program[]) {
  let isOver = false
  let givenUp = 0

  const start = (part: Part) => {
    const child = launch(part.what)
    Object.assign(part, { child, isReady: false, isEnding: false })
    child.once('message', () => (part.isReady = true))
    child.once('exit', () => {
      if (isOver || part.isEnding) return
      if (part.isReady) givenUp += 1
      // One that can't begin, because its database is gone, is started again after a while.
      setTimeout(() => !isOver && part.child === child && start(part), 300)
    })
  }
  const parts = programs.map((what) => {
    const part = { what } as Part
    start(part)
    return part
  })
  const pick = (random: () => number) => parts[Math.floor(random() * parts.length)] as Part

  return {
    async kill(random: () => number): Promise<void> {
      const part = pick(random)
      if (!isRunning(part)) return
      part.isEnding = true
      await end(part)
      start(part)
    },
    async freeze(random: () => number, milliseconds: number): Promise<void> {
      const { child } = pick(random)
      child.kill('SIGSTOP')
      await sleep(milliseconds)
      child.kill('SIGCONT')
    },
    async shiftClock(random: () => number, shift: number, milliseconds: number): Promise<void> {
      const part = pick(random)
      tellClock(part, shift)
      await sleep(milliseconds)
      tellClock(part, 0)
    },
    setClocks: (shift: number) => parts.forEach((part) => tellClock(part, shift)),
    async endWorkers(): Promise<void> {
      const workers = parts.filter(({ what }) => what.args[0] === worker)
      for (const part of workers) part.isEnding = true
      await Promise.all(workers.filter(isRunning).map(end))
    },
    async untilReady(): Promise<void> {
      const deadline = Date.now() + 60_000
      while (!parts.every(({ isReady }) => isReady)) {
        if (Date.now() > deadline) throw new Error('The processes did not become ready')
        await sleep(20)
      }
    },
    givenUp: () => givenUp,
    async stop(): Promise<void> {
      isOver = true
      await Promise.all(parts.filter(isRunning).map(end))
    },
  }
}

function launch({ program, args, env, execArgv = [], onOutput }: Program): ChildProcess {
  const output = onOutput ? (['pipe', 'pipe'] as const) : (['ignore', 'inherit'] as const)
  const child = fork(program, args, { env, execArgv, stdio: ['ignore', ...output, 'ipc'] })
  if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.on('data', onOutput)
  return child
}

const tellClock = ({ child }: Part, shiftClock: number) => void (child.connected && child.send({ shiftClock }))

const isRunning = ({ child }: Part) => child.exitCode === null && child.signalCode === null

async function end({ child }: Part): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The server with what it looks for beside it. */
async function bundleInto(folder: string): Promise<string> {
  const program = join(folder, 'server.mjs')
  await bundle('server/main.ts', program)
  await bundle('server/features/bulk/workbook/workbook-reader.ts', join(folder, 'workbook-reader.mjs'))
  cpSync('server/platform/db/migrations', join(folder, 'migrations'), { recursive: true })
  return program
}
