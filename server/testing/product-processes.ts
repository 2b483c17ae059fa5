import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfStale } from '#local/build/build-if-stale.ts'
import { findFreePort } from '#local/free-port.ts'
import { root } from '#local/root.ts'

export type ProductProcesses = {
  /** The addresses of the web processes. */
  urls: readonly string[]
  /** The program that each process runs. */
  program: string
  /** Kills one process (SIGKILL) and starts it again at once, as a supervisor would. */
  kill(random: () => number): Promise<void>
  /** Freezes one process (SIGSTOP) for a while. */
  freeze(random: () => number, milliseconds: number): Promise<void>
  /** Shifts the clock of one process for a while; needs `shifted-clock.mjs`. */
  shiftClock(random: () => number, shift: number, milliseconds: number): Promise<void>
  /** Shifts the clocks of all running processes; needs `shifted-clock.mjs`. */
  setClocks(shift: number): void
  /** Ends the workers for good, so that no scheduled job runs any more. */
  endWorkers(): Promise<void>
  /** Kills all processes (SIGKILL) and leaves them ended until `startAgain`. */
  killAll(): Promise<void>
  startAgain(): void
  untilReady(): Promise<void>
  /** Number of processes that exited by themselves after they had been ready. */
  givenUp(): number
  stop(): Promise<void>
}

type Wanted = {
  web: number
  workers: number
  /** Node options, such as a module to preload. */
  execArgv?: string[]
  /** Ports of the web processes, where an address must be known before they start; otherwise free ones are found. */
  ports?: readonly number[]
  /** Receives all output; without it stdout is dropped and stderr is shown. */
  onOutput?: (chunk: Buffer) => void
}

const worker = 'worker'

/** Runs the product as in production: separate web processes and workers, each restarted when it ends. */
export async function startProcesses(env: Record<string, string>, wanted: Wanted): Promise<ProductProcesses> {
  const program = await builtProgram()
  const ports = wanted.ports ?? (await Promise.all(Array.from({ length: wanted.web }, () => findFreePort())))
  const watch = watchOver([
    ...ports.map((port) => ({
      program,
      args: ['serve', '--web-only'],
      env: { ...env, PORT: String(port), WEB_PROCESSES: '1' },
      ...wanted,
    })),
    ...Array.from({ length: wanted.workers }, () => ({ program, args: [worker], env, ...wanted })),
  ])
  await watch.untilReady()
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    program,
    ...watch,
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
      // A process that cannot start, because its database is down, is started again after a pause.
      setTimeout(() => !isOver && !part.isEnding && part.child === child && start(part), 300)
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
    endWorkers: () => endAll(parts.filter(({ what }) => what.args[0] === worker)),
    killAll: () => endAll(parts),
    startAgain: () => parts.forEach(start),
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

async function endAll(parts: readonly Part[]): Promise<void> {
  for (const part of parts) part.isEnding = true
  await Promise.all(parts.filter(isRunning).map(end))
}

let built: Promise<string> | undefined

/** The server as `npm start` runs it, built if the sources have changed. */
export const builtProgram = (): Promise<string> =>
  (built ??= buildIfStale({ only: 'server' }).then(() => join(root, 'dist/server.mjs')))
